/** Strings, parameters such as `${name}`, punctuation, and other values. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|\$\{[^{}]+\}|[{}[\],:]|[^\s{}[\],:"$]+|\S/g;

const indentation = "  ";

/**
 * Indents JSON, in which `${name}` may also stand for a value. The values stay as they are written, so that no number
 * loses digits. Null if it is malformed.
 */
export function formatJson(text: string): string | null {
  const tokens = text.match(tokenPattern) ?? [];
  if (!isJson(tokens)) return null;
  let result = "";
  let depth = 0;
  const newLine = () => `\n${indentation.repeat(depth)}`;
  for (const [index, token] of tokens.entries()) {
    const isAfterOpening = /^[{[]$/.test(tokens[index - 1] ?? "");
    if (token === "}" || token === "]") {
      depth -= 1;
      result += isAfterOpening ? token : newLine() + token;
      continue;
    }
    if (isAfterOpening) result += newLine();
    result += token === ":" ? ": " : token;
    if (token === ",") result += newLine();
    if (token === "{" || token === "[") depth += 1;
  }
  return result;
}

/** Any value can take the place of a parameter. The spaces keep what was apart from becoming one value. */
function isJson(tokens: readonly string[]): boolean {
  try {
    JSON.parse(tokens.map((token) => (token.startsWith("${") ? "null" : token)).join(" "));
    return true;
  } catch {
    return false;
  }
}
