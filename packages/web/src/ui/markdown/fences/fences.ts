import { readFence } from "@lectern/contract/markdown";

/** Returns the code and the language of a fenced section. */
export function parseFence(raw: string): { code: string; language: string } {
  const { code = "", info } = readFence(raw.replace(/\r\n?/g, "\n")) ?? {};
  return { code, language: parseFenceLanguage(info) };
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
