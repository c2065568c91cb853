// Rules that are found by their number ("silent war 14.16", "U9") come first and are shown under that number.
// Words ("undo", "install") lead to guides: the pages of the games and the guides come before reports, and those before
// the reference, decisions and pages for contributors. What a page describes by name counts for less than its title.
// Sphinx reads this file in place of its own scorer.
const PLACES = [
  [/^games\//, 4],
  [/^reference\//, -12],
  [/^(decisions|reports)\/|^(architecture|style|where_do_i_put|table_internals)$/, -8],
];
const GUIDE = 4; // what stands in none of these places
var Scorer = {
  score: (result) => {
    const [docName, title, anchor, , score] = result;
    const rule = /^#([a-z0-9_]+)-(.+)$/.exec(decodeURIComponent(anchor || ""));
    if (!rule || docName !== `games/${rule[1]}/rules` || result[6] !== "index") {
      const place = PLACES.find(([pattern]) => pattern.test(docName));
      return score + (place ? place[1] : GUIDE);
    }
    result[1] = `${title}: ${rule[2]}`;
    return 1000 + score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 5, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
