"""``python -m navalcore``: the ``navalcore`` command where its script is not on the path."""

from _navalcore_command import main

if __name__ == "__main__":
    main()
