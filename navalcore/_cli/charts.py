"""``navalcore charts``: where a game's charts come from, and a check of an owner's own."""

from __future__ import annotations

from dataclasses import asdict

import typer

from navalcore import face_of
from navalcore._cli.arguments import AsJson, DataPack, GameName, OptionPairs
from navalcore._cli.common import option_pairs, settings_of


def charts(
    context: typer.Context,
    game: GameName,
    data_pack: DataPack = None,
    option: OptionPairs = None,
    as_json: AsJson = False,
) -> None:
    """List the charts of a game: which are exact, which are reconstructions, and which are your own.

    Every file is read and checked to the last cell; a mistake is reported with file, line and key.

    Examples::

        navalcore charts silent_war
        navalcore charts silent_war --data-pack my_charts
        navalcore --data tonnage_war=my_values charts tonnage_war
    """
    settings = settings_of(context)
    found = settings.game(game)
    options = found.parse_options(option_pairs(option, data_pack))
    listed = face_of(found).charts_used(options)
    if as_json:
        settings.out.document({"game": found.id, "charts": [asdict(chart) for chart in listed]})
        return
    if not listed:
        settings.out.line(f"{found.title} has no charts in files that an owner might replace.")
        return
    settings.out.table(["chart", "label", "holds"], [[chart.name, chart.label, chart.summary] for chart in listed])
    folders = dict.fromkeys(chart.folder for chart in listed)
    rebuilt = sum("reconstructed" in chart.label for chart in listed)
    settings.out.line()
    if rebuilt:
        settings.out.line(f"{rebuilt} of {len(listed)} are reconstructions, in whole or in part.")
    how = "--data-pack FOLDER" if "data_pack" in found.options_class.model_fields else f"--data {found.id}=FOLDER"
    settings.out.line(f"They lie in {' and '.join(folders)}; copy one, change it, and lay it over with {how}.")
