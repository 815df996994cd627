/** Returns the code and the language of a fenced section. */
export function parseFence(raw: string): { code: string; language: string } {
  const lines = raw.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
  const opener = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(lines[0] ?? "");
  const [, indent = "", marks = "", info = ""] = opener ?? [];
  const body = lines.slice(1);
  const closer = body.at(-1)?.trim() ?? "";
  const isClosed = closer.length >= marks.length && closer === marks.charAt(0).repeat(closer.length);
  if (isClosed) body.pop();
  const indentPattern = new RegExp(`^ {0,${indent.length}}`);
  const codeLines = indent === "" ? body : body.map((line) => line.replace(indentPattern, ""));
  return { code: codeLines.join("\n"), language: parseFenceLanguage(info) };
}

/**
 * Returns the language, in lower case, in a fence's info string such as `python title="x"` or `{r, echo=FALSE}`; "" if
 * the info string names none.
 */
export function parseFenceLanguage(info: string | undefined): string {
  return (
    /^\s*\{?\.?([^\s{},:]*)/
      .exec(info ?? "")?.[1]
      ?.slice(0, 40)
      .toLowerCase() ?? ""
  );
}
