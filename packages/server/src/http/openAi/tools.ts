import { FunctionName, JsonObject, limits, text } from "@lectern/contract";
import * as z from "zod/mini";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import type { ModelCall, ModelTool, ModelToolCall } from "../../platform/modelProviders/modelProvider.ts";
import type { ApiMessage } from "./apiCall.ts";
import { createApiError } from "./apiErrors.ts";

/** A function that the model may call. */
export const FunctionDefinition = z.object({
  name: FunctionName,
  description: z.optional(z.nullable(text(limits.functionDescriptionLength))),
  parameters: z.optional(z.nullable(JsonObject)),
  strict: z.optional(z.nullable(z.boolean())),
});
type FunctionDefinition = z.infer<typeof FunctionDefinition>;

export const CallId = text(limits.functionCallIdLength);
export const CalledFunction = z.object({ name: text(200), arguments: text(limits.messageLength) });
export const ToolType = z.string().check(z.maxLength(100));
export const NamedFunction = z.object({ name: FunctionName });

export function toModelTool({ name, description, parameters, strict }: FunctionDefinition): ModelTool {
  return {
    name,
    parameters: parameters ?? { type: "object", properties: {} },
    ...(description ? { description } : {}),
    ...(strict === undefined || strict === null ? {} : { strict }),
  };
}

/** Throws `invalidInput` unless a tool is a function. */
export function requireFunctionType(type: string, param: string): void {
  if (type === "function") return;
  throw createApiError("invalidInput", `Only tools of the type “function” are supported, not “${type}”.`, {
    param,
    apiCode: "unsupported_value",
  });
}

interface GivenTools {
  tools: readonly ModelTool[];
  choice: ModelCall["toolChoice"];
  parallel: boolean | null | undefined;
  /** The fields of the request that have them. */
  params: { tools: string; choice: string };
}

/** Checks the functions of a call and how they may be called. Throws `invalidInput`. */
export function checkTools({ tools, choice, parallel, params }: GivenTools): ChatTurn["toolsAndFormat"] {
  const names = new Set(tools.map(({ name }) => name));
  if (names.size < tools.length)
    throw createApiError("invalidInput", "A function must not be defined twice.", { param: params.tools });
  if (typeof choice === "object" && !names.has(choice.name))
    throw createApiError("invalidInput", `There is no function “${choice.name}”.`, { param: params.choice });
  if (tools.length === 0) {
    if (choice === "required")
      throw createApiError("invalidInput", "A call needs functions to require one.", { param: params.choice });
    return {};
  }
  return {
    tools,
    ...(choice === undefined ? {} : { toolChoice: choice }),
    ...(parallel === undefined || parallel === null ? {} : { parallelToolCalls: parallel }),
  };
}

/**
 * Collects the messages of a call, and gives each result of a function the name of its call: one of the last answer.
 */
export function createMessageCollector() {
  const messages: ApiMessage[] = [];
  let openCalls: ModelToolCall[] = [];
  return {
    messages,
    add(message: ApiMessage): void {
      messages.push(message);
      openCalls = [...(message.toolCalls ?? [])];
    },
    /** Adds a call to the last answer if it is one, as the items of a response follow one another. */
    addCall(call: ModelToolCall): void {
      const last = messages.at(-1);
      if (last?.role === "assistant") messages.splice(-1, 1, { ...last, toolCalls: [...(last.toolCalls ?? []), call] });
      else messages.push({ role: "assistant", content: "", toolCalls: [call] });
      openCalls.push(call);
    },
    /** `find` chooses the call. Throws `invalidInput` if it finds none without a result. */
    addResult(content: string, find: (call: ModelToolCall) => boolean, param: string): void {
      const call = openCalls.find(find);
      if (!call)
        throw createApiError("invalidInput", "A result must follow the answer that has called its function.", {
          param,
        });
      openCalls = openCalls.filter((other) => other !== call);
      messages.push({ role: "user", content, resultOf: { id: call.id, name: call.name } });
    },
  };
}
