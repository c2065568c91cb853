"""``python -m navalcore``: the ``navalcore`` command where its script is not on the path."""

from navalcore._cli import main

if __name__ == "__main__":
    main()
