export { findFenceEnd, type OpenFence, openFence, readFence, readFenceLine } from "./markdown/fences.ts";
export * from "./markdown/markdownLexer.ts";
export { isDelimiterRow, splitTableRow } from "./markdown/tableRows.ts";
