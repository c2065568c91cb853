from navalcore.notebook._progress import ProgressBar as ProgressBar
from navalcore.notebook._seat import SeatWidget as SeatWidget

__all__: list[str]
