import * as z from "zod/mini";
import { ArtifactContents } from "./artifacts.ts";
import { AssistantDraft } from "./assistants.ts";
import { BrowserToolResult } from "./codeInterpreter.ts";
import { NewConversationSettings } from "./conversations.ts";
import { DataSourceOptions, DataSources } from "./dataSources.ts";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { MessageData, MessageRole, MessageType } from "./messages.ts";
import { Id, JsonObject, text } from "./primitives.ts";

/** A function's name in the format that model servers accept. */
export const FunctionName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "is not a valid function name" }));

/** The fields of `TopicData`. */
const ChatTopicData = z.object({
  pastTopic: z.optional(z.object({ range: text(20), topic: text(500), description: text(2_000) })),
  currentTopic: z.optional(text(500)),
});

const ChatMessage = z.object({
  id: z.optional(Id),
  role: MessageRole,
  content: text(limits.messageLength),
  label: z.optional(text(limits.messageLength)),
  type: z.optional(MessageType),
  data: z.optional(MessageData),
  topicData: z.optional(ChatTopicData),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A function that the model may call; `parameters` is the JSON Schema of its arguments. */
const ChatFunction = z.object({
  name: FunctionName,
  description: z.optional(text(limits.functionDescriptionLength)),
  parameters: z._default(JsonObject, { type: "object", properties: {} }),
});

/**
 * The required format of the answer, as in OpenAI-compatible APIs. `json_object`: any JSON object. `json_schema`: JSON
 * that matches the schema; with `strict`, a model server that supports it enforces the schema.
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

/**
 * An answer that ended before it was complete. The run that gets it continues it where it stopped and appends to it. Of a
 * cloud conversation, the server takes the text that it has stored.
 */
export const PartialAnswer = z.object({
  /** The request id of the run that has written it. */
  requestId: Id,
  /** Local only, and required there: the text so far. */
  content: z.optional(text(limits.messageLength)),
  /** Local only: what is stored with the text. */
  data: z.optional(MessageData),
});
export type PartialAnswer = z.infer<typeof PartialAnswer>;

const ChatOptions = z.looseObject({
  requestId: z.optional(Id),
  conversationId: z.optional(Id),
  /** `cloud`: the server writes the turn to the conversation. Absent or `local`: the server stores no content. */
  storage: z.optional(z.enum(["local", "cloud"])),
  /**
   * Cloud only: the stored message that precedes the submitted messages (null: they start the conversation). The server
   * then loads the history from the database, so the request does not grow with the conversation. Absent: the submitted
   * messages are the whole history.
   */
  parentId: z.optional(z.nullable(Id)),
  /** Cloud only: the settings of the conversation. Used if it does not exist yet. */
  newConversation: z.optional(NewConversationSettings),
  /** Cloud only: the id under which the answer is stored. Absent: the server generates an id. */
  replyId: z.optional(Id),
  /**
   * The answer to the question to continue instead of starting a new one. In a cloud conversation, `replyId` is its id.
   */
  partialAnswer: z.optional(PartialAnswer),
  /** Cloud only: stored with the answer, for the browser that opens the conversation after the answer has ended. */
  needsProcessing: z.optional(z.boolean()),
  timeZone: z.optional(z.string().check(z.maxLength(100))),
  time: z.optional(z.string().check(z.maxLength(100))),
  accountId: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /** The project whose memories the answer may use. */
  projectId: z.optional(z.nullable(Id)),
  /**
   * True: the answer may use the person's memories, and facts may be searched in the question. A client sends it if the
   * person has turned memory on and the conversation does not skip it.
   */
  useMemory: z.optional(z.boolean()),
  /**
   * True: of a long conversation, the answer may get only the earlier messages that matter for the question. A client
   * sends it if the person has turned that on.
   */
  focusMessages: z.optional(z.boolean()),
  /**
   * True: if the chat is too long for the model, a summary of its earlier messages may be sent in their place, and written
   * after the answer. A client sends it if neither the person nor the conversation has turned that off.
   */
  useSummaries: z.optional(z.boolean()),
  assistantId: z.optional(z.nullable(Id)),
  /**
   * Instead of `assistantId`: an assistant that the caller could save, and tries before. Nothing is stored, so neither a
   * conversation nor cloud storage may be named.
   */
  assistantDraft: z.optional(z.nullable(AssistantDraft)),
  /** The type of the assistant's group that the person has chosen. */
  groupType: z.optional(z.nullable(text(200))),
  /** The program that asks, as the editors of a group see it if conversations are analyzed. */
  source: z.optional(text(200)),
  skipRag: z.optional(z.boolean()),
  ragOnly: z.optional(z.boolean()),
  /** Overrides `defaultDataSourceOptions`. */
  dataSourceOptions: z.optional(z.partial(DataSourceOptions)),
  /**
   * Present: the client can run Python for the model (`runsInBrowser` of a step), and generated files belong to this id. An
   * assistant that is named answers without it.
   */
  codeInterpreterAssistantId: z.optional(z.nullable(Id)),
  skipCodeInterpreter: z.optional(z.boolean()),
  /** True: the model may only run Python, and gets no other tools and no passages. */
  codeInterpreterOnly: z.optional(z.boolean()),
  /**
   * The call writes an artifact: temperature 0.5, the model's whole output limit, no documents, no tools. Cloud storage
   * cannot be named.
   */
  artifactsMode: z.optional(z.boolean()),
  /**
   * Present: the client shows artifacts, so the model may make some. Of a local conversation, the latest version of each
   * artifact on the branch; of a cloud conversation, the server reads them.
   */
  artifacts: z.optional(ArtifactContents),
  functions: z.optional(z.array(ChatFunction).check(z.maxLength(limits.functionsPerCall))),
  /** Which of `functions` the model must call. Absent or `auto`: the model decides. */
  function_call: z.optional(z.union([z.enum(["auto", "none"]), z.object({ name: FunctionName })])),
  response_format: z.optional(z.nullable(ResponseFormat)),
});

const TokenCount = z.number().check(z.int(), z.minimum(1));

/**
 * Body of `POST /chat`. Older clients also send some fields of `options` at the top level. Unknown top-level fields are
 * ignored.
 */
export const ChatRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  messages: z.array(ChatMessage).check(z.minLength(1), z.maxLength(limits.messagesPerCall)),
  prompt: z.optional(text(limits.systemPromptLength)),
  temperature: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(2)))),
  max_tokens: z.optional(z.nullable(TokenCount)),
  maxTokens: z.optional(z.nullable(TokenCount)),
  stream: z.optional(z.boolean()),
  /** Data sources attached to the last message, in addition to its `data.dataSources`. */
  dataSources: z.optional(DataSources),
  options: z.optional(ChatOptions),
  requestId: z.optional(Id),
  conversationId: z.optional(Id),
  projectId: z.optional(z.nullable(Id)),
  assistantId: z.optional(z.nullable(Id)),
  accountId: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  skipRag: z.optional(z.boolean()),
  ragOnly: z.optional(z.boolean()),
  codeInterpreterAssistantId: z.optional(z.nullable(Id)),
  skipCodeInterpreter: z.optional(z.boolean()),
  codeInterpreterOnly: z.optional(z.boolean()),
});
export type ChatRequest = z.infer<typeof ChatRequest>;
export type ChatRequestInput = z.input<typeof ChatRequest>;

/** Body of a `POST /chat` that stops a run. `value` is always true. */
export const KillRequest = z.object({
  killSwitch: z.object({ requestId: Id, value: z.literal(true) }),
});
export type KillRequest = z.infer<typeof KillRequest>;

/**
 * Body of a `POST /chat` that continues a run which waits for approvals or results of a browser. `runId` is the waiting run's request id,
 * `requestId` that of the new run, which continues the same answer. Each waiting step needs a decision. A step that
 * runs in the browser (`runsInBrowser`) is approved with its result, and not approved if the person has stopped it.
 */
export const ContinueRequest = z.object({
  continueRun: z.object({
    runId: Id,
    requestId: Id,
    decisions: z
      .array(
        z.object({
          stepId: z.string().check(z.maxLength(limits.toolStepIdLength)),
          isApproved: z.boolean(),
          result: z.optional(BrowserToolResult),
        }),
      )
      .check(z.minLength(1), z.maxLength(limits.toolCallsPerAnswer)),
  }),
});
export type ContinueRequest = z.infer<typeof ContinueRequest>;

export const listRuns = defineOp({
  method: "GET",
  path: "/chat/runs",
  keyScopes: ["full_access", "chat"],
  summary: "Lists the caller's answers that are being generated now, in one conversation or in all.",
  input: z.object({ conversationId: z.optional(Id) }),
  output: z.object({
    runs: z.array(z.object({ requestId: Id, conversationId: z.nullable(Id), startedAt: z.string() })),
  }),
});

/** Messages for an answer that failed, a chat service that cannot be reached, and a missing chat endpoint. */
export const chatTexts = {
  keyRejected: "The model’s server rejected the key. Please ask your administrator to check it.",
  failed: "Error communicating with the server. Please try again in a minute.",
  unavailable: "The chat service is currently unavailable. Please try again in a minute.",
  endpointMissing:
    "The chat endpoint isn’t configured. Please ask your administrator to set the endpoint setting (CHAT_ENDPOINT).",
} as const;
