/**
 * Parses the JSON object in a model's output, which may be wrapped in reasoning or a code block. Returns null if there is
 * none. Pure.
 */
export function parseModelObject(output: string): unknown {
  // If the output is nothing but an object, its texts may contain the tags of reasoning.
  const whole = output.trimStart().startsWith("{") ? parseJson(output) : null;
  if (whole !== null) return whole;
  const text = output.replace(/<think>[\s\S]*?(<\/think>|$)/gi, "");
  return parseJson(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The error would quote the text, which must not be logged.
  }
}
