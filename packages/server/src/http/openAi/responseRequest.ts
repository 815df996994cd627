import { FunctionName, JsonObject, limits, text } from "@lectern/contract";
import * as z from "zod/mini";
import { parseInput } from "../../core/parseInput.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import type { ModelCall } from "../../platform/modelProviders/modelProvider.ts";
import { type ApiCall, type ApiMessage, splitSystemPrompt } from "./apiCall.ts";
import { createApiError } from "./apiErrors.ts";
import { Content, limitImages, readContent, readText, requireContent } from "./contentParts.ts";
import {
  CallId,
  checkTools,
  createMessageCollector,
  FunctionDefinition,
  requireFunctionType,
  ToolType,
  toModelTool,
} from "./tools.ts";

/** Items of all types in one schema, so that an unsupported type gets an error of its own. */
const Item = z.object({
  type: z.optional(z.nullable(ToolType)),
  role: z.optional(z.enum(["system", "developer", "user", "assistant"])),
  content: z.optional(z.nullable(Content)),
  call_id: z.optional(CallId),
  name: z.optional(text(200)),
  arguments: z.optional(text(limits.messageLength)),
  output: z.optional(z.nullable(Content)),
});
type Item = z.infer<typeof Item>;

const Tool = z.looseObject({ type: ToolType });

const TextFormat = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text") }),
  z.object({ type: z.literal("json_object") }),
  z.object({
    type: z.literal("json_schema"),
    name: FunctionName,
    schema: JsonObject,
    strict: z.optional(z.nullable(z.boolean())),
  }),
]);

const ToolChoice = z.union([
  z.enum(["auto", "none", "required"]),
  z.object({ type: ToolType, name: z.optional(FunctionName) }),
]);

/** The fields that count. All others are ignored. */
export const ResponseRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  input: z.union([
    text(limits.messageLength),
    z.array(Item).check(z.minLength(1), z.maxLength(limits.messagesPerCall)),
  ]),
  instructions: z.optional(z.nullable(text(limits.systemPromptLength))),
  stream: z.optional(z.nullable(z.boolean())),
  max_output_tokens: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  temperature: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(2)))),
  top_p: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
  tools: z.optional(z.nullable(z.array(Tool).check(z.maxLength(limits.functionsPerCall)))),
  tool_choice: z.optional(z.nullable(ToolChoice)),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  text: z.optional(z.nullable(z.object({ format: z.optional(z.nullable(TextFormat)) }))),
  previous_response_id: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))),
  conversation: z.optional(z.nullable(z.unknown())),
  background: z.optional(z.nullable(z.boolean())),
  prompt: z.optional(z.nullable(z.unknown())),
});
type ResponseRequest = z.infer<typeof ResponseRequest>;

/** Fields of the request that its response repeats, with their defaults. */
export const RepeatedFields = z.object({
  instructions: z.nullable(z.string()),
  max_output_tokens: z.nullable(z.number()),
  parallel_tool_calls: z.boolean(),
  temperature: z.nullable(z.number()),
  text: z.object({ format: TextFormat }),
  tool_choice: ToolChoice,
  tools: z.array(Tool),
  top_p: z.nullable(z.number()),
});

export interface ResponseCall extends ApiCall {
  repeated: z.infer<typeof RepeatedFields>;
}

/** Parses the body of a request for a response (https://platform.openai.com/docs/api-reference/responses/create). */
export function parseResponse(raw: unknown): ResponseCall {
  const request = parseInput(ResponseRequest, raw, limits.jsonValuesOfConversations);
  refuseState(request);
  const { model, input, instructions, temperature, top_p: topP, max_output_tokens: maxTokens, stream } = request;
  const messages: ApiMessage[] = [
    ...(instructions ? [{ role: "system" as const, content: instructions }] : []),
    ...(typeof input === "string" ? [{ role: "user" as const, content: input }] : readItems(input)),
  ];
  if (messages.length === 0) throw createApiError("invalidInput", "The input is empty.", { param: "input" });
  limitImages(messages, "input");
  return {
    model,
    inputField: "input",
    ...splitSystemPrompt(messages),
    temperature: temperature ?? null,
    maxTokens: maxTokens ?? null,
    sampling: topP === undefined || topP === null ? {} : { topP },
    toolsAndFormat: { ...readTools(request), ...readFormat(request) },
    stream: stream ?? false,
    repeated: {
      instructions: instructions ?? null,
      max_output_tokens: maxTokens ?? null,
      parallel_tool_calls: request.parallel_tool_calls ?? true,
      temperature: temperature ?? null,
      text: { format: request.text?.format ?? { type: "text" } },
      tool_choice: request.tool_choice ?? "auto",
      tools: request.tools ?? [],
      top_p: topP ?? null,
    },
  };
}

/** Nothing is stored, so a client that relies on it must learn that. */
function refuseState({ previous_response_id: previousId, conversation, background, prompt }: ResponseRequest): void {
  const refuse = (message: string, param: string) =>
    createApiError("invalidInput", message, { param, apiCode: "unsupported_value" });
  const advice = "Responses are not stored. Please send the earlier items as input.";
  if (previousId) throw refuse(advice, "previous_response_id");
  if (conversation) throw refuse(advice, "conversation");
  if (background) throw refuse("Responses can’t run in the background.", "background");
  if (prompt) throw refuse("There are no stored prompts.", "prompt");
}

function readItems(items: readonly Item[]): ApiMessage[] {
  const { messages, add, addCall, addResult } = createMessageCollector();
  for (const [index, item] of items.entries()) {
    const param = `input[${index}]`;
    switch (item.type ?? "message") {
      case "message":
        add(readMessage(item, param));
        break;
      case "function_call": {
        const { call_id: id, name, arguments: args } = item;
        if (id === undefined || name === undefined)
          throw createApiError("invalidInput", "A call needs call_id and name.", { param });
        addCall({ id, name, arguments: args ?? "" });
        break;
      }
      case "function_call_output":
        addResult(
          readText(requireContent(item.output, `${param}.output`), `${param}.output`),
          ({ id }) => id === item.call_id,
          `${param}.call_id`,
        );
        break;
      case "reasoning":
        break;
      default:
        throw createApiError("invalidInput", `Items of the type “${item.type}” aren’t supported.`, {
          param: `${param}.type`,
          apiCode: "unsupported_value",
        });
    }
  }
  return messages;
}

function readMessage({ role, content: given }: Item, param: string): ApiMessage {
  const contentParam = `${param}.content`;
  if (role === undefined) throw createApiError("invalidInput", "A message needs a role.", { param: `${param}.role` });
  if (role === "assistant") return { role, content: readText(given, contentParam) };
  const required = requireContent(given, contentParam);
  if (role !== "user") return { role: "system", content: readText(required, contentParam) };
  const { content, images } = readContent(required, contentParam);
  return { role, content, ...(images.length > 0 ? { images } : {}) };
}

function readTools(request: ResponseRequest): ChatTurn["toolsAndFormat"] {
  const tools = (request.tools ?? []).map(({ type, ...definition }, index) => {
    requireFunctionType(type, `tools[${index}].type`);
    const { success, data, error } = z.safeParse(FunctionDefinition, definition);
    if (success) return toModelTool(data);
    const [issue] = error.issues;
    const param = [`tools[${index}]`, ...(issue?.path ?? []).map(String)].join(".");
    throw createApiError("invalidInput", `The function is not valid: ${issue?.message}`, { param });
  });
  const params = { tools: "tools", choice: "tool_choice" };
  return checkTools({ tools, choice: readChoice(request.tool_choice), parallel: request.parallel_tool_calls, params });
}

function readChoice(choice: ResponseRequest["tool_choice"]): ModelCall["toolChoice"] {
  if (typeof choice !== "object" || choice === null) return choice ?? undefined;
  if (choice.type === "function" && choice.name !== undefined) return { name: choice.name };
  const message = "The choice must be auto, none, required, or a function.";
  throw createApiError("invalidInput", message, { param: "tool_choice" });
}

function readFormat({ text: given }: ResponseRequest): ChatTurn["toolsAndFormat"] {
  const format = given?.format;
  if (!format || format.type === "text") return {};
  if (format.type === "json_object") return { responseFormat: { type: "json" } };
  const { name, schema, strict } = format;
  return { responseFormat: { type: "json", schema: { name, schema, strict: strict ?? false } } };
}
