import { randomUUID } from "node:crypto";
import type { ModelEvent } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";

type ToolCallEvent = Extract<ModelEvent, { type: "toolCall" }>;

/** The function calls of one answer. */
export interface ToolCallReader {
  /** Reads the calls, or parts of calls, of one delta, in their order. `index` is the call's position in the answer. */
  read(delta: Record<string, unknown>): { event: ToolCallEvent; call: Record<string, unknown> }[];
}

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
  wireIndex: unknown;
}

/**
 * Tells the calls of an answer apart and counts them from 0. The `index` alone does not: Ollama and Gemini send several
 * calls with index 0, gateways leave it out or count from 1. So a new id with a name begins a call, and without ids, a
 * name after complete arguments. Some servers repeat id and name in each part, and some send the arguments as an object.
 */
export function createToolCallReader(): ToolCallReader {
  const calls: OpenCall[] = [];

  function findCall(part: Omit<OpenCall, "wireIndex">, wireIndex: unknown, position: number): number {
    if (part.id !== "") {
      const sameId = calls.findIndex(({ id }) => id === part.id);
      if (sameId >= 0) return sameId;
      if (part.name !== "") return calls.length;
    }
    const sameIndex = calls.findLastIndex((call) => call.wireIndex === wireIndex);
    // Without an index, a part belongs to the latest call, unless it is one of several in a delta.
    const found = wireIndex === undefined && position === 0 ? calls.length - 1 : sameIndex;
    const open = calls[found];
    if (!open) return calls.length;
    const canBegin = part.name !== "" && part.arguments !== "" && open.arguments.endsWith("}");
    return canBegin && isRecord(parseJsonOrUndefined(open.arguments)) ? calls.length : found;
  }

  return {
    read(delta) {
      // OpenAI's predecessor of `tool_calls`, which old gateways still send.
      const legacyCall = isRecord(delta.function_call) ? [{ index: 0, function: delta.function_call }] : [];
      const wireCalls = Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0 ? delta.tool_calls : legacyCall;
      return wireCalls.flatMap((call: unknown, position) => {
        if (!isRecord(call)) return [];
        const fields = isRecord(call.function) ? call.function : {};
        const part = {
          id: typeof call.id === "string" ? call.id : "",
          name: typeof fields.name === "string" ? fields.name : "",
          arguments: isRecord(fields.arguments) ? JSON.stringify(fields.arguments) : toText(fields.arguments),
        };
        const wireIndex = call.index ?? (wireCalls.length > 1 ? `position ${position}` : undefined);
        const index = findCall(part, wireIndex, position);
        const open = calls[index];
        if (!open) {
          // Gemini's calls may have no id, but their results need one.
          const id = part.id || `call_${randomUUID().slice(0, 8)}`;
          calls.push({ ...part, id, wireIndex });
          return [{ event: { type: "toolCall" as const, index, ...part, id }, call }];
        }
        const name = part.name === open.name ? "" : part.name;
        open.name += name;
        open.arguments += part.arguments;
        const event: ToolCallEvent = {
          type: "toolCall",
          index,
          ...(name !== "" && { name }),
          ...(part.arguments !== "" && { arguments: part.arguments }),
        };
        return [{ event, call }];
      });
    },
  };
}

const toText = (value: unknown) => (typeof value === "string" ? value : "");
