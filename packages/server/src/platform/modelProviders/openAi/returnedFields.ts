import { isDeepStrictEqual } from "node:util";
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
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens, https://docs.litellm.ai/docs/reasoning_content). Google's
 * OpenAI-compatible API signs calls in their `extra_content` (https://ai.google.dev/gemini-api/docs/thought-signatures).
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

/**
 * `maxLength` is in UTF-16 code units, for the text of the thoughts, and for all that is serialized beside it: they
 * arrive in a part for each token, whose other fields are the same.
 */
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
  const total: AddedLength = { text: 0, others: 0 };
  const count = ({ text, others }: AddedLength) => {
    total.text += text;
    total.others += others;
    if (Math.max(total.text, total.others) > maxLength)
      throw new ModelError(
        "protocol",
        `the thoughts or signatures of an answer are longer than ${maxLength} characters`,
      );
  };
  return {
    add(delta) {
      for (const name of ["reasoning_details", "thinking_blocks"] as const) {
        const parts: unknown[] = Array.isArray(delta[name]) ? delta[name] : [];
        for (const part of parts) {
          const block = JsonObject.safeParse(part);
          if (block.success) count(addBlock(blocks[name], block.data));
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
        count({ text: 0, others: JSON.stringify(call.extra_content).length });
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

/** What a part adds to the serialized thoughts. */
interface AddedLength {
  text: number;
  others: number;
}

const textFields = ["text", "summary", "thinking"] as const;
const findTextField = (part: JsonObject) => textFields.find((field) => typeof part[field] === "string");

/**
 * Adds a part of the thoughts. Their texts arrive in parts, usually with one index; the signature is in the last of them
 * or follows alone. What is encrypted arrives whole.
 */
function addBlock(blocks: JsonObject[], part: JsonObject): AddedLength {
  const field = findTextField(part);
  const text = field === undefined ? "" : String(part[field]);
  const isSignature = text === "" && Boolean(part.signature) && !part.data;
  const position = isSignature ? findBlockToSign(blocks, part) : field === undefined ? -1 : blocks.length - 1;
  const last = blocks[position];
  if (!last || !continuesBlock(last, part, field)) {
    blocks.push(part);
    return { text: text.length, others: JSON.stringify(field ? { ...part, [field]: "" } : part).length };
  }
  const changes = Object.fromEntries(
    Object.entries(part).filter(
      ([name, value]) => name !== field && value !== null && !isDeepStrictEqual(last[name], value),
    ),
  );
  const replaced = Object.fromEntries(Object.keys(changes).map((name) => [name, last[name]]));
  blocks[position] = { ...last, ...changes, ...(field && { [field]: `${last[field]}${text}` }) };
  return { text: text.length, others: JSON.stringify(changes).length - JSON.stringify(replaced).length };
}

/** Returns the position of the thoughts to which a signature without a text belongs; -1 if there are none. */
const findBlockToSign = (blocks: readonly JsonObject[], { type }: JsonObject): number =>
  blocks.findLastIndex((block) => block.type === type && findTextField(block));

function continuesBlock(last: JsonObject, part: JsonObject, field: (typeof textFields)[number] | undefined): boolean {
  const hasOtherIndex = typeof last.index === "number" && typeof part.index === "number" && last.index !== part.index;
  const hasText = field === undefined || typeof last[field] === "string";
  return last.type === part.type && hasText && !hasOtherIndex && !last.signature;
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
