export { getPseudonym } from "./pseudonyms.ts";
