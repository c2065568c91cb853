// Addresses within the page. A server answers each of them with this page; in a folder of files there is one document, and
// what is meant stands behind its question mark.

const ONE_DOCUMENT = document.querySelector("meta[name=table]") !== null;

/** What a link says to mean a path such as /new/bismarck. @param {string} path */
export const linkTo = (path) => (ONE_DOCUMENT ? `?${path}` : path);

/** The path that the present address means. */
export const presentPath = () => (ONE_DOCUMENT ? location.search.slice(1).split("&")[0] : location.pathname);
