import { mayBeStructured } from "../answer/mayBeStructured.ts";
import { type MessageContent, type MessageDraft, toMessageContent } from "./messageDraft.ts";

/** `problem`: a sentence that tells the person why the draft cannot be sent. */
export type ComposeResult = { content: MessageContent } | { problem: string };

/** Puts the person's prefix prompts for these tags in front of a text. */
export type PrefixText = (text: string, tags: readonly string[]) => Promise<string>;

/** Composes a draft that needs neither a structured mode nor prefix prompts. Returns null for any other draft. */
export function composePlainMessage(draft: MessageDraft, tags: readonly string[]): ComposeResult | null {
  const isPlain = draft.skipsPrefixPrompts === true || tags.length === 0;
  return isPlain && !mayBeStructured(draft.label ?? draft.text) ? { content: toMessageContent(draft) } : null;
}

/**
 * Composes the message for a draft in a conversation with these tags: without the prefix of a structured mode, and with
 * the prefix prompts in front. The label then shows what was typed.
 */
export async function composeMessage(
  draft: MessageDraft,
  tags: readonly string[],
  prefixText: PrefixText,
): Promise<ComposeResult> {
  const typedText = draft.label ?? draft.text;
  const strippedMessage = await stripStructuredMode(draft.text);
  if ("problem" in strippedMessage) return strippedMessage;
  const hasPrefixes = draft.skipsPrefixPrompts !== true && tags.length > 0;
  const text = hasPrefixes ? await prefixText(strippedMessage.text, tags) : strippedMessage.text;
  return { content: toMessageContent({ ...draft, text, label: typedText }) };
}

async function stripStructuredMode(text: string): Promise<{ text: string } | { problem: string }> {
  if (!mayBeStructured(text)) return { text };
  const { findInvalidSchema, withoutStructuredMode } = await import("../answer/structuredForm.ts");
  const problem = await findInvalidSchema(text);
  return problem === null ? withoutStructuredMode(text) : { problem };
}
