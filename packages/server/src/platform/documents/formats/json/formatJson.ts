/** In characters. JSON with a longer line is reformatted, because it was not written for people. */
const maxLineLength = 5_000;
/** Tokens of JSON, which has been parsed before: strings, signs, and numbers with `true`, `false` and `null`. */
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
/** Deeper levels are not indented further, so that the output cannot be much longer than the input. */
const maxIndent = 20;

/**
 * Adds line breaks if JSON has a very long line. Line numbers then refer to the reformatted text. Numbers and the order
 * of keys stay as they are written, because parsing would round long numbers.
 */
export function formatJson(text: string): string {
  if (!hasLongLine(text) || !isJson(text)) return text;
  let depth = 0;
  let output = "";
  let previous = "";
  const breakLine = () => {
    output += `\n${" ".repeat(Math.min(depth, maxIndent))}`;
  };
  for (const [token] of text.matchAll(tokenPattern)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth--;
    const startsValue = previous === "{" || previous === "[" || previous === ",";
    if (isEnd ? previous !== "{" && previous !== "[" : startsValue) breakLine();
    output += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth++;
    previous = token;
  }
  return output;
}

/**
 * Replaces escapes such as `\u00fc` with their characters, because searches and models read characters. Escapes that
 * keep JSON valid or a character visible stay: quotation marks, backslashes, line ends and control characters.
 */
export function readEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|[\s\S])/g, (sequence, hex: string | undefined) => {
    if (hex === undefined) return sequence === "\\/" ? "/" : sequence;
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"\\]/u.test(character) ? sequence : character;
  });
}

function hasLongLine(text: string): boolean {
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", lineStart)) {
    if (end - lineStart > maxLineLength) return true;
    lineStart = end + 1;
  }
  return text.length - lineStart > maxLineLength;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // It is invalid, or nested too deeply.
    return false;
  }
}
