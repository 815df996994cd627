export { findFenceEnd, type OpenFence, openFence, readFence, readFenceLine } from "./markdown/fences.ts";
export * from "./markdown/markdownLexer.ts";
export { isDelimiterRow } from "./markdown/tableRows.ts";
