import * as z from "zod/mini";
import { RepeatedFields } from "./responseRequest.ts";

const Usage = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
  prompt_tokens_details: z.object({ cached_tokens: z.number() }),
  completion_tokens_details: z.object({ reasoning_tokens: z.number() }),
});

const CalledFunction = z.object({ name: z.string(), arguments: z.string() });

/** The reply to a chat completion that does not stream. */
export const ChatCompletion = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  /** Seconds since 1970. */
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number(),
      message: z.object({
        role: z.literal("assistant"),
        content: z.nullable(z.string()),
        refusal: z.null(),
        reasoning_content: z.optional(z.string()),
        tool_calls: z.optional(
          z.array(z.object({ id: z.string(), type: z.literal("function"), function: CalledFunction })),
        ),
        function_call: z.optional(CalledFunction),
      }),
      logprobs: z.null(),
      finish_reason: z.enum(["stop", "length", "tool_calls", "content_filter", "function_call"]),
    }),
  ),
  usage: Usage,
});
export type ChatCompletion = z.infer<typeof ChatCompletion>;

const ItemStatus = z.enum(["in_progress", "completed", "incomplete"]);
export type ItemStatus = z.infer<typeof ItemStatus>;

const OutputText = z.object({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
});
export type OutputText = z.infer<typeof OutputText>;

const MessageItem = z.object({
  id: z.string(),
  type: z.literal("message"),
  status: ItemStatus,
  role: z.literal("assistant"),
  content: z.array(OutputText),
});
export type MessageItem = z.infer<typeof MessageItem>;

const CallItem = z.object({
  id: z.string(),
  type: z.literal("function_call"),
  status: ItemStatus,
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});
export type CallItem = z.infer<typeof CallItem>;

const ResponseUsage = z.object({
  input_tokens: z.number(),
  input_tokens_details: z.object({ cached_tokens: z.number() }),
  output_tokens: z.number(),
  output_tokens_details: z.object({ reasoning_tokens: z.number() }),
  total_tokens: z.number(),
});
export type ResponseUsage = z.infer<typeof ResponseUsage>;

/** A response of the newer API, whole or as the events of a stream have it. */
export const ApiResponse = z.object({
  id: z.string(),
  object: z.literal("response"),
  /** Seconds since 1970. */
  created_at: z.number(),
  status: z.enum(["in_progress", "completed", "incomplete", "failed"]),
  background: z.literal(false),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  incomplete_details: z.nullable(z.object({ reason: z.enum(["max_output_tokens", "content_filter"]) })),
  metadata: z.record(z.string(), z.string()),
  model: z.string(),
  output: z.array(z.discriminatedUnion("type", [MessageItem, CallItem])),
  previous_response_id: z.null(),
  store: z.literal(false),
  truncation: z.literal("disabled"),
  usage: z.nullable(ResponseUsage),
  ...RepeatedFields.shape,
});
export type ApiResponse = z.infer<typeof ApiResponse>;

export const EmbeddingList = z.object({
  object: z.literal("list"),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal("embedding"),
      index: z.number(),
      /** Base64 of 32-bit floats if the call asks for it. */
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  usage: z.object({ prompt_tokens: z.number(), total_tokens: z.number() }),
});
export type EmbeddingList = z.infer<typeof EmbeddingList>;

export const ApiModel = z.object({
  id: z.string(),
  object: z.literal("model"),
  /** Seconds since 1970; 0 for models, whose age the server does not know. */
  created: z.number(),
  owned_by: z.string(),
  /** OpenAI's API has no names; clients that know the field show it. */
  name: z.string(),
});
export type ApiModel = z.infer<typeof ApiModel>;

export const ApiModelList = z.object({ object: z.literal("list"), data: z.array(ApiModel) });
