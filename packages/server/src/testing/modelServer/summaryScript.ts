const countPattern = /^Scripted summary of (\d+) messages/;

/**
 * Answers the material of a summary: says how many messages it stands for, with those of the summary that it continues, and
 * how the last one begins. Returns null if the prompt is something else.
 */
export function summarizeMaterial(prompt: string): string | null {
  if (!prompt.startsWith('{"summary":')) return null;
  const { summary, messages } = parseMaterial(prompt);
  const count = messages.length + Number(countPattern.exec(summary ?? "")?.[1] ?? 0);
  const last = messages.at(-1)?.text ?? "";
  return JSON.stringify({ summary: `Scripted summary of ${count} messages, up to: ${last.slice(0, 60)}` });
}

/** Lectern has built the JSON. */
const parseMaterial = (prompt: string) =>
  JSON.parse(prompt) as { summary: string | null; messages: { from: string; text: string }[] };
