import { JsonObject } from "@lectern/contract";
import * as z from "zod/mini";
import { type ModelCall, ModelError, type ModelMessage, type WireParts } from "../modelProvider.ts";
import { isRecord } from "../transport/jsonValues.ts";

/**
 * The fields of an answer that some servers need back with the results of its function calls. DeepSeek and Kimi reject
 * calls without the `reasoning_content` that they came with (https://api-docs.deepseek.com/guides/thinking_mode,
 * https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model). Newer vLLM, Ollama and OpenRouter call the field
 * `reasoning` and use it if it is there. OpenRouter's `reasoning_details` and LiteLLM's `thinking_blocks` have the
 * signatures without which Anthropic's and Google's models reject their calls
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens, https://docs.litellm.ai/docs/reasoning_content). Google's OpenAI-compatible API signs calls in their `extra_content`
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const ReturnedFields = z.strictObject({
  reasoning_content: z.optional(z.string()),
  reasoning: z.optional(z.string()),
  reasoning_details: z.optional(z.array(JsonObject)),
  thinking_blocks: z.optional(z.array(JsonObject)),
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
  const blocks: Record<"reasoning_details" | "thinking_blocks", JsonObject[]> = {
    reasoning_details: [],
    thinking_blocks: [],
  };
  const extraContents: Record<string, JsonObject> = {};
  let extraLength = 0;
  const countLength = (value: JsonObject) => {
    extraLength += JSON.stringify(value).length;
    if (extraLength > maxLength)
      throw new ModelError("protocol", `the signatures of an answer are longer than ${maxLength} characters`);
  };
  return {
    add(delta) {
      for (const name of ["reasoning_details", "thinking_blocks"] as const) {
        const parts: unknown[] = Array.isArray(delta[name]) ? delta[name] : [];
        for (const part of parts) {
          const block = JsonObject.safeParse(part);
          if (!block.success) continue;
          countLength(block.data);
          addBlock(blocks[name], block.data);
        }
      }
      // Also if the text is empty, because DeepSeek needs the field even then.
      if (typeof delta.reasoning_content === "string")
        texts.reasoning_content = (texts.reasoning_content ?? "") + delta.reasoning_content;
      else if (typeof delta.reasoning === "string") texts.reasoning = (texts.reasoning ?? "") + delta.reasoning;
      if (!Array.isArray(delta.tool_calls) || delta.tool_calls.length === 0) return;
      isPartOfToolTurn = true;
      for (const [position, call] of delta.tool_calls.entries()) {
        if (!isRecord(call) || !isRecord(call.extra_content)) continue;
        countLength(call.extra_content);
        extraContents[String(typeof call.index === "number" ? call.index : position)] = call.extra_content;
      }
    },
    build() {
      const hasExtraContents = Object.keys(extraContents).length > 0;
      const signed = Object.fromEntries(Object.entries(blocks).filter(([, list]) => list.length > 0));
      const hasFields = [texts, signed, extraContents].some((fields) => Object.keys(fields).length > 0);
      if (!isPartOfToolTurn || !hasFields) return null;
      // Some servers send the same text in both fields.
      const reasoning = texts.reasoning_content === undefined ? texts : { reasoning_content: texts.reasoning_content };
      return [{ ...reasoning, ...signed, ...(hasExtraContents && { extra_contents: extraContents }) }];
    },
  };
}

/**
 * Adds a part of the thoughts. Their texts arrive in parts with one index, the signature with the last; what is encrypted
 * arrives whole.
 */
function addBlock(blocks: JsonObject[], part: JsonObject): void {
  const last = blocks.at(-1);
  const name = ["text", "summary", "thinking"].find((field) => typeof part[field] === "string");
  const continues =
    last !== undefined &&
    name !== undefined &&
    typeof last[name] === "string" &&
    last.type === part.type &&
    last.index === part.index &&
    !last.signature;
  if (continues) blocks.splice(-1, 1, { ...last, ...part, [name]: `${last[name]}${part[name]}` });
  else blocks.push(part);
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
