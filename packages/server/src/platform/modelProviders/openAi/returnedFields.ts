import { JsonObject } from "@lectern/contract";
import * as z from "zod/mini";
import { type ModelCall, ModelError, type ModelMessage, type WireParts } from "../modelProvider.ts";
import { isRecord } from "../transport/jsonValues.ts";

/**
 * The fields of an answer that some servers need back with the results of its function calls. DeepSeek and Kimi reject
 * calls without the `reasoning_content` that they came with (https://api-docs.deepseek.com/guides/thinking_mode,
 * https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model). Newer vLLM, Ollama and OpenRouter call the field
 * `reasoning` and use it if it is there. Google's OpenAI-compatible API signs calls in their `extra_content`
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const ReturnedFields = z.strictObject({
  reasoning_content: z.optional(z.string()),
  reasoning: z.optional(z.string()),
  /** The `extra_content` of calls, by their position. */
  extra_contents: z.optional(z.record(z.string(), JsonObject)),
});
type ReturnedFields = z.infer<typeof ReturnedFields>;

const ReturnedParts = z.object({ wire: z.string(), model: z.string(), parts: z.tuple([ReturnedFields]) });

/** Collects these fields from the deltas of one answer. */
export interface ReturnedFieldsCollector {
  /** Throws `ModelError` if the fields are too long. */
  add(delta: Record<string, unknown>): void;
  /** Returns the fields, or null if there are none or the answer neither calls functions nor continues after calls. */
  build(): JsonObject[] | null;
}

/** `maxLength` is in UTF-16 code units, for the fields that are not text of the answer. */
export function createReturnedFieldsCollector(
  { messages }: Pick<ModelCall, "messages">,
  maxLength: number,
): ReturnedFieldsCollector {
  // DeepSeek needs the reasoning of the answer after the last result, too.
  let isPartOfToolTurn = messages.at(-1)?.role === "tool";
  const texts: Pick<ReturnedFields, "reasoning_content" | "reasoning"> = {};
  const extraContents: Record<string, JsonObject> = {};
  let extraLength = 0;
  return {
    add(delta) {
      // Also if the text is empty, because DeepSeek needs the field even then.
      if (typeof delta.reasoning_content === "string")
        texts.reasoning_content = (texts.reasoning_content ?? "") + delta.reasoning_content;
      else if (typeof delta.reasoning === "string") texts.reasoning = (texts.reasoning ?? "") + delta.reasoning;
      if (!Array.isArray(delta.tool_calls) || delta.tool_calls.length === 0) return;
      isPartOfToolTurn = true;
      for (const [position, call] of delta.tool_calls.entries()) {
        if (!isRecord(call) || !isRecord(call.extra_content)) continue;
        extraLength += JSON.stringify(call.extra_content).length;
        if (extraLength > maxLength)
          throw new ModelError("protocol", `the signatures of an answer are longer than ${maxLength} characters`);
        extraContents[String(typeof call.index === "number" ? call.index : position)] = call.extra_content;
      }
    },
    build() {
      const hasExtraContents = Object.keys(extraContents).length > 0;
      if (!isPartOfToolTurn || (!hasExtraContents && Object.keys(texts).length === 0)) return null;
      // Some servers send the same text in both fields.
      const reasoning = texts.reasoning_content === undefined ? texts : { reasoning_content: texts.reasoning_content };
      return [{ ...reasoning, ...(hasExtraContents && { extra_contents: extraContents }) }];
    },
  };
}

/**
 * Reads the fields of an answer that comes back. Returns null if there are none, or if they are from another wire or
 * model or have another shape: then they are not sent.
 */
export function readReturnedFields(
  { wireParts }: Extract<ModelMessage, { role: "assistant" }>,
  { wire, model }: Pick<WireParts, "wire" | "model">,
): ReturnedFields | null {
  const result = ReturnedParts.safeParse(wireParts);
  if (!result.success || result.data.wire !== wire || result.data.model !== model) return null;
  return result.data.parts[0];
}
