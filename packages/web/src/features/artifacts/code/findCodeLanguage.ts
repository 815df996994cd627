import type { ArtifactContent } from "@lectern/contract";

const languages: Readonly<Partial<Record<ArtifactContent["type"], string>>> = {
  static: "html",
  react: "tsx",
  next: "tsx",
  vue: "vue",
  angular: "typescript",
  node: "javascript",
  json: "json",
  svg: "xml",
  text: "markdown",
};

/** Returns the name of the language that the contents of an artifact are coloured as; empty: none is known. */
export function findCodeLanguage({
  type,
  name,
  contents,
}: Pick<ArtifactContent, "type" | "name" | "contents">): string {
  // Several files are fenced blocks in Markdown.
  if (/^ {0,3}(?:```|~~~)/m.test(contents) && type !== "json") return "markdown";
  if (type === "vanilla") return contents.trimStart().startsWith("<") ? "html" : "javascript";
  return languages[type] ?? /\.(\w{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}
