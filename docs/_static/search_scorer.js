// Rules that are found by their number ("silent war 14.16", "U9") come first and are shown under that number.
// Among pages, those of the games come before others, and the reference last.
// Sphinx reads this file in place of its own scorer; the figures below `score` are Sphinx's defaults.
var Scorer = {
  score: (result) => {
    const [docName, title, anchor, , score] = result;
    const rule = /^#([a-z0-9_]+)-(.+)$/.exec(decodeURIComponent(anchor || ""));
    if (!rule || docName !== `games/${rule[1]}/rules` || result[6] !== "index") {
      return score + (docName.startsWith("games/") ? 4 : docName.startsWith("reference/") ? -4 : 0);
    }
    result[1] = `${title}: ${rule[2]}`;
    return 1000 + score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
