import { mayBeStructured } from "../answer/structuredMark.ts";
import type { ChatPorts } from "../runs/chatPorts.ts";
import { messageOf, type Said, type SaidMessage } from "./said.ts";

/** `problem`: why it cannot be sent, as a sentence for the person. */
export type Composed = { message: SaidMessage } | { problem: string };

/**
 * The message for what was said in a conversation with these tags: without the prefix of a structured mode, and with what prefix
 * prompts put before it. Its label then shows what was typed. Null: there is more to it, ask `composeMessage`.
 */
export function composePlain(said: Said, tags: readonly string[]): Composed | null {
  const isPlain = said.isWhole === true || tags.length === 0;
  return isPlain && !mayBeStructured(said.label ?? said.text) ? { message: messageOf(said) } : null;
}

/** As `composePlain`, of anything. */
export async function composeMessage(
  said: Said,
  tags: readonly string[],
  { prompts }: Pick<ChatPorts, "prompts">,
): Promise<Composed> {
  const typed = said.label ?? said.text;
  const read = await withoutMode(said.text);
  if ("problem" in read) return read;
  const text = said.isWhole !== true && tags.length > 0 ? await prompts.prefixed(read.text, tags) : read.text;
  return { message: messageOf({ ...said, text, label: typed }) };
}

async function withoutMode(text: string): Promise<{ text: string } | { problem: string }> {
  if (!mayBeStructured(text)) return { text };
  const { withoutStructuredMode } = await import("../answer/structuredForm.ts");
  return withoutStructuredMode(text);
}
