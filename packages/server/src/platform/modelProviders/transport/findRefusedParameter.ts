import type { OptionalParameter } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "./jsonValues.ts";

/** `stop` is also a word, so it must be quoted. */
const parameterPattern =
  /\b(max_completion_tokens|max_tokens|temperature|top_p|parallel_tool_calls|stream_options|(?<=["'`])stop(?=["'`]))\b/;
/**
 * OpenAI: "Unsupported parameter", "Unsupported value: … Only the default"; FastAPI: "Extra inputs are not permitted",
 * `extra_forbidden`; Mistral and Groq: "property … is unsupported"; Google: "Unknown name"; others: "unrecognized".
 * A value that is too large is not a refused parameter.
 */
const refusalPattern =
  /unsupported|not (be )?(supported|permitted|allowed)|(does|do) not support|extra_forbidden|unrecogni[sz]ed|unknown (name|field|parameter|argument)|unexpected keyword/i;

/** The thoughts that go back with an answer: Groq, Cerebras, Fireworks and FastAPI name the field of a message. */
const reasoningPattern = /["'`.](reasoning(?:_content|_details)?|thinking_blocks)["'`]/;
/**
 * The templates of Gemma and of older Mistral models in vLLM and llama.cpp raise the first two, Google's
 * OpenAI-compatible API says the third of Gemma.
 */
const systemPattern =
  /system (role|message|prompt)s? (is |are )?not supported|only user,? and assistant roles are supported|developer instruction is not enabled/i;

/**
 * An answer as the first message: the templates of Mistral and Gemma in vLLM and llama.cpp, and Perplexity, demand roles
 * that alternate; Mistral's API and Bedrock behind gateways say the next ones, Google's OpenAI-compatible API the last.
 */
const leadingAnswerPattern =
  /roles? (must|should) (be )?alternat|unexpected role ['"]?assistant['"]? after role ['"]?system|first message must use the ['"]?user|must start with a user|function call turn comes immediately after a user turn/i;

/** Finds the parameter that a server's rejection names as not supported. `body` has an unknown shape. */
export function findRefusedParameter(body: unknown): OptionalParameter | undefined {
  const error = isRecord(body) && isRecord(body.error) ? body.error : body;
  // Beside the message, a body may repeat the request, which names every parameter.
  const text = isRecord(error) && typeof error.message === "string" ? error.message : (JSON.stringify(body) ?? "");
  // OpenRouter has the answer of a model's server within its own.
  const inner = isRecord(error) && isRecord(error.metadata) ? error.metadata.raw : undefined;
  const refusedWithin =
    typeof inner === "string" ? findRefusedParameter(parseJsonOrUndefined(inner) ?? inner) : undefined;
  if (refusedWithin !== undefined) return refusedWithin;
  if (systemPattern.test(text)) return "system";
  if (leadingAnswerPattern.test(text)) return "leadingAnswer";
  if (!refusalPattern.test(text)) return undefined;
  const named =
    isRecord(error) && typeof error.param === "string" ? parameterPattern.exec(JSON.stringify(error.param)) : null;
  // The first one: the parameter to use instead follows it.
  const parameter = (named ?? parameterPattern.exec(text))?.[1] as OptionalParameter | undefined; // the pattern's only matches
  return parameter ?? (reasoningPattern.test(text) ? "reasoning" : undefined);
}
