import * as z from "zod/mini";
import { DataSourceOptions, DataSources } from "./dataSources.ts";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { MessageData, MessageRole, MessageType } from "./messages.ts";
import { Id, JsonObject, text } from "./primitives.ts";

/** As the model servers take it. */
const FunctionName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "is not a function's name" }));

const ChatMessage = z.object({
  id: z.optional(Id),
  role: MessageRole,
  content: text(limits.messageLength),
  label: z.optional(text(limits.messageLength)),
  type: z.optional(MessageType),
  data: z.optional(MessageData),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A function that the model may ask for; `parameters` is the JSON Schema of its arguments. */
const ChatFunction = z.object({
  name: FunctionName,
  description: z.optional(text(limits.functionDescriptionLength)),
  parameters: z._default(JsonObject, { type: "object", properties: {} }),
});

/**
 * The form that the answer is held to, as OpenAI-compatible servers take it. `json_object`: any JSON object. `json_schema`: JSON of that
 * schema; `strict`: word by word, where the model's server can do that and takes the schema.
 */
export const ResponseFormat = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text") }),
  z.object({ type: z.literal("json_object") }),
  z.object({
    type: z.literal("json_schema"),
    json_schema: z.object({
      name: FunctionName,
      schema: JsonObject,
      strict: z.optional(z.nullable(z.boolean())),
    }),
  }),
]);
export type ResponseFormat = z.infer<typeof ResponseFormat>;

const ChatOptions = z.looseObject({
  requestId: z.optional(Id),
  conversationId: z.optional(Id),
  /** `cloud`: the server writes the turn to the conversation. Absent or `local`: it writes no content at all. */
  storage: z.optional(z.enum(["local", "cloud"])),
  /**
   * Cloud only: the stored message that the sent ones follow (null: they begin the conversation). The server then takes the
   * history from its rows, so that a turn's size does not grow with the conversation. Absent: what was sent is the history.
   */
  parentId: z.optional(z.nullable(Id)),
  /** Cloud only: the id under which the answer is stored; the server makes one when it is absent. */
  replyId: z.optional(Id),
  timeZone: z.optional(z.string().check(z.maxLength(100))),
  time: z.optional(z.string().check(z.maxLength(100))),
  accountId: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  projectId: z.optional(z.nullable(Id)),
  assistantId: z.optional(z.nullable(Id)),
  source: z.optional(z.string().check(z.maxLength(200))),
  skipRag: z.optional(z.boolean()),
  ragOnly: z.optional(z.boolean()),
  /** In place of a plain chat's; what is absent is as by default. */
  dataSourceOptions: z.optional(z.partial(DataSourceOptions)),
  skipCodeInterpreter: z.optional(z.boolean()),
  codeInterpreterOnly: z.optional(z.boolean()),
  functions: z.optional(z.array(ChatFunction).check(z.maxLength(limits.functionsPerCall))),
  /** Which of `functions` is to be called. Absent or `auto`: the model's choice. */
  function_call: z.optional(z.union([z.enum(["auto", "none"]), z.object({ name: FunctionName })])),
  response_format: z.optional(z.nullable(ResponseFormat)),
});

const tokens = z.number().check(z.int(), z.minimum(1));

/** `POST /chat`. The flat names beside `options` are those of older clients; what is not named here is ignored. */
export const ChatRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  messages: z.array(ChatMessage).check(z.minLength(1), z.maxLength(limits.messagesPerCall)),
  prompt: z.optional(text(limits.systemPromptLength)),
  temperature: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(2)))),
  max_tokens: z.optional(z.nullable(tokens)),
  maxTokens: z.optional(z.nullable(tokens)),
  stream: z.optional(z.boolean()),
  /** Given with the last message, beside those in its `data.dataSources`. */
  dataSources: z.optional(DataSources),
  options: z.optional(ChatOptions),
  requestId: z.optional(Id),
  conversationId: z.optional(Id),
  projectId: z.optional(z.nullable(Id)),
  assistantId: z.optional(z.nullable(Id)),
  accountId: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  skipRag: z.optional(z.boolean()),
  ragOnly: z.optional(z.boolean()),
  skipCodeInterpreter: z.optional(z.boolean()),
  codeInterpreterOnly: z.optional(z.boolean()),
});
export type ChatRequest = z.infer<typeof ChatRequest>;
export type ChatRequestInput = z.input<typeof ChatRequest>;

/** `POST /chat` that stops a run instead of starting one. */
export const KillRequest = z.object({
  killSwitch: z.object({ requestId: Id, value: z.literal(true) }),
});
export type KillRequest = z.infer<typeof KillRequest>;

export const listRuns = defineOp({
  method: "GET",
  path: "/chat/runs",
  summary: "Lists one's answers that are being written now, in one conversation or in all.",
  input: z.object({ conversationId: z.optional(Id) }),
  output: z.object({
    runs: z.array(z.object({ requestId: Id, conversationId: z.nullable(Id), startedAt: z.string() })),
  }),
});

/** C8.18: what a person reads when the reply is not 200, when the call itself fails, and when no address is set. */
export const chatTexts = {
  failed: "Error communicating with the server. Please try again in a minute.",
  unavailable: "The chat service is currently unavailable. Please try again in a minute.",
  endpointMissing:
    "The chat endpoint is not configured. Please ask your administrator to set the endpoint setting (CHAT_ENDPOINT).",
} as const;
