__all__ = ['Ambiguous', 'BadData', 'BadRoll', 'BrokenPlugin', 'Busy', 'DamagedTape', 'Diverged', 'GameOver', 'InUse', 'IncompatibleSave', 'NavalCoreError', 'NotImagined', 'NotOffered', 'NotWritten', 'NotYourTurn', 'OverBudget', 'RuleError', 'SeedWithheld', 'StaleDecision', 'UndoBarrier', 'UnknownGame', 'UnknownName']

class Ambiguous(NotOffered, NavalCoreError, Exception):
    def __init__(self, message: str, legal: Sequence[str] = ()) -> None: ...
    code = 'ambiguous'
    legal: tuple[str, ...]

class BadData(NavalCoreError, Exception):
    code = 'bad_data'

class BadRoll(NavalCoreError, Exception):
    code = 'bad_roll'

class BrokenPlugin(NavalCoreError, Exception):
    code = 'broken_plugin'

class Busy(NavalCoreError, Exception):
    code = 'busy'

class DamagedTape(NavalCoreError, Exception):
    def __init__(self, message: str) -> None: ...
    code = 'damaged_tape'

class Diverged(NavalCoreError, Exception):
    def __init__(self, message: str, expected: object = None) -> None: ...
    code = 'diverged'
    expected: object

class GameOver(NavalCoreError, Exception):
    code = 'game_over'

class InUse(NavalCoreError, Exception):
    code = 'in_use'

class IncompatibleSave(NavalCoreError, Exception):
    def __init__(self, message: str) -> None: ...
    code = 'incompatible_save'

class NavalCoreError(Exception):
    code: str = 'error'

class NotImagined(NavalCoreError, Exception):
    code = 'not_imagined'

class NotOffered(NavalCoreError, Exception):
    def __init__(self, message: str, legal: Sequence[str] = ()) -> None: ...
    code = 'not_offered'
    legal: tuple[str, ...]

class NotWritten(NavalCoreError, Exception):
    code = 'not_written'

class NotYourTurn(NavalCoreError, Exception):
    code = 'not_your_turn'

class OverBudget(NavalCoreError, Exception):
    code = 'over_budget'

class RuleError(NavalCoreError, Exception):
    code = 'rule_error'

class SeedWithheld(NavalCoreError, Exception):
    code = 'seed_withheld'

class StaleDecision(NavalCoreError, Exception):
    code = 'stale_decision'

class UndoBarrier(NavalCoreError, Exception):
    code = 'undo_barrier'

class UnknownGame(NavalCoreError, Exception):
    def __init__(self, message: str) -> None: ...
    code = 'unknown_game'

class UnknownName(NavalCoreError, Exception):
    code = 'unknown_name'
