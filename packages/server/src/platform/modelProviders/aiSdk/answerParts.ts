import * as z from "zod/mini";
import type { ModelMessage, WireParts } from "../modelProvider.ts";

/**
 * The signatures of a part, as the AI SDK names them: of Anthropic's thinking, of redacted thinking at Anthropic and
 * Bedrock, and Google's `thoughtSignature`. Other metadata never comes back from a client, because the SDK would read
 * options from it.
 */
const Signatures = z.object({
  signature: z.optional(z.string()),
  redactedData: z.optional(z.string()),
  redactedContent: z.optional(z.string()),
  thoughtSignature: z.optional(z.string()),
});
export type Signatures = z.infer<typeof Signatures>;

const Count = z.number().check(z.int(), z.nonnegative());
const maxParts = 10_000;

/**
 * One part of an answer, in the order in which the model wrote them. Only reasoning contains its text. The other parts
 * refer to the message: `length` is in UTF-16 code units of its content, `index` is the position among its calls.
 */
const AnswerPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("reasoning"), text: z.string(), signatures: Signatures }),
  z.object({ type: z.literal("text"), length: Count, signatures: Signatures }),
  z.object({ type: z.literal("toolCall"), index: Count, signatures: Signatures }),
]);
export type AnswerPart = z.infer<typeof AnswerPart>;

const AnswerParts = z.object({
  wire: z.string(),
  model: z.string(),
  parts: z.array(AnswerPart).check(z.maxLength(maxParts)),
});

export function readSignatures(metadata: unknown): Signatures {
  const result = Signatures.safeParse(metadata ?? {});
  return result.success ? result.data : {};
}

export function isSigned({ signatures }: Pick<AnswerPart, "signatures">): boolean {
  return Object.values(signatures).some((value) => value !== undefined);
}

/**
 * Reads the parts of an answer that comes back. Returns null if there are none, if they are from another wire or model,
 * or if they do not fit the message: then only the message's own fields are sent.
 */
export function readAnswerParts(
  { content, toolCalls = [], wireParts }: Extract<ModelMessage, { role: "assistant" }>,
  { wire, model }: Pick<WireParts, "wire" | "model">,
): AnswerPart[] | null {
  const result = AnswerParts.safeParse(wireParts);
  if (!result.success || result.data.wire !== wire || result.data.model !== model) return null;
  const { parts } = result.data;
  const textLength = parts.reduce((sum, part) => sum + (part.type === "text" ? part.length : 0), 0);
  const callIndexes = parts.flatMap((part) => (part.type === "toolCall" ? part.index : []));
  const hasEachCall =
    callIndexes.length === toolCalls.length && callIndexes.every((index, position) => index === position);
  return textLength === content.length && hasEachCall ? parts : null;
}
