export * from "./markdown/markdownLexer.ts";
export { isDelimiterRow } from "./markdown/tableRows.ts";
