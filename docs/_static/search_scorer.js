// Rules that are found by their number ("silent war 14.16", "U9") come first and are shown under that number.
// Words ("dice", "train a policy") lead to guides: the pages of the games and the guides come before reports, and those
// before the reference, decisions and pages for contributors. Of two guides that have the words, the one with more of
// them in its title comes first; a decision gains nothing by its title. What people ask for in other words than a title
// has is an index entry of the page ("undo", "make a card game"), which comes before all pages that merely have the words.
// Sphinx reads this file in place of its own scorer.
const ALL_IN_TITLE = 8; // a title that has every word
const PLACES = [
  [/^games\//, 4, ALL_IN_TITLE],
  [/^reference\//, -15, ALL_IN_TITLE],
  [/^decisions\//, -14, 0],
  [/^reports\/|^(architecture|style|where_do_i_put|table_internals)$/, -14, ALL_IN_TITLE],
  [/^/, 4, ALL_IN_TITLE], // a guide
];

/** The words that are searched for, without an ending of the plural; too short ones say nothing. */
const wanted = (query) => (query.toLowerCase().match(/\w{3,}/g) || []).map((word) => word.replace(/s$/, ""));

/** How many of the words a title has, from 0 to 1. */
const shareInTitle = (title, query) => {
  const words = wanted(query);
  const has = title.toLowerCase();
  return words.length ? words.filter((word) => has.includes(word)).length / words.length : 0;
};

var Scorer = {
  query: () => new URLSearchParams(globalThis.location?.search).get("q") || "",
  score: (result) => {
    const [docName, title, anchor, , score] = result;
    const rule = /^#([a-z0-9_]+)-(.+)$/.exec(decodeURIComponent(anchor || ""));
    if (!rule || docName !== `games/${rule[1]}/rules` || result[6] !== "index") {
      const [, place, inTitle] = PLACES.find(([pattern]) => pattern.test(docName));
      return score + place + inTitle * shareInTitle(title, Scorer.query());
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
