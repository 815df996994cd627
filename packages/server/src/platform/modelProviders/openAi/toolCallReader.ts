import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { ModelEvent } from "../modelProvider.ts";
import { isRecord, parseJsonOrUndefined } from "../transport/jsonValues.ts";

type ToolCallEvent = Extract<ModelEvent, { type: "toolCall" }>;

/** The function calls of one answer. */
export interface ToolCallReader {
  /** Reads the calls, or parts of calls, of one delta, in their order. `index` is the call's position in the answer. */
  read(delta: Record<string, unknown>): { event: ToolCallEvent; call: Record<string, unknown> }[];
}

interface OpenCall {
  /** The id that the server gave it, which may be empty or that of another call. */
  wireId: string;
  name: string;
  arguments: string;
  wireIndex: unknown;
}

interface CallPart {
  id: string;
  name: string;
  arguments: string;
}

/**
 * Tells the calls of an answer apart and counts them from 0. The `index` alone does not: Ollama and Gemini send several
 * calls with index 0, gateways leave it out or count from 1. So a new id with a name begins a call, and without ids, a
 * name after complete arguments. Some servers repeat id and name in each part, some give all calls of a function its name
 * as id, and some send the arguments as an object.
 */
export function createToolCallReader(): ToolCallReader {
  const calls: OpenCall[] = [];

  function findCall(part: CallPart, wireIndex: unknown, position: number): number {
    if (part.id !== "") {
      const sameId = calls.findLastIndex(({ wireId }) => wireId === part.id);
      if (sameId >= 0) return beginsAfter(calls[sameId], part) ? calls.length : sameId;
      if (part.name !== "") return calls.length;
    }
    const sameIndex = calls.findLastIndex((call) => call.wireIndex === wireIndex);
    // Without an index, a part belongs to the latest call, unless it is one of several in a delta.
    const found = wireIndex === undefined && position === 0 ? calls.length - 1 : sameIndex;
    return !calls[found] || beginsAfter(calls[found], part) ? calls.length : found;
  }

  /** True for a call that a server sends again as a whole, after its parts. It may write the arguments anew. */
  function isRepeated(known: OpenCall, part: CallPart, index: unknown): boolean {
    if (part.id === "" || known.wireId !== part.id || !beginsAfter(known, part)) return false;
    const values = parseJsonOrUndefined(part.arguments);
    if (!isRecord(values)) return false;
    // Servers that give several calls one id give them one index, too.
    const isCounted = calls.some(({ wireIndex }) => typeof wireIndex === "number" && wireIndex !== index);
    const isSameCall = typeof index === "number" && known.wireIndex === index && isCounted;
    return isSameCall || isDeepStrictEqual(values, parseJsonOrUndefined(known.arguments));
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
          id: toText(call.id),
          name: toFunctionName(toText(fields.name)),
          arguments: isRecord(fields.arguments) ? JSON.stringify(fields.arguments) : toText(fields.arguments),
        };
        if (calls.some((known) => isRepeated(known, part, call.index))) return [];
        const wireIndex = call.index ?? (wireCalls.length > 1 ? `position ${position}` : undefined);
        const index = findCall(part, wireIndex, position);
        const open = calls[index];
        if (!open) {
          // Gemini's calls may have no id, but their results need one. Mistral's templates accept 9 letters and digits only.
          const isKnown = part.id === "" || calls.some(({ wireId }) => wireId === part.id);
          const id = isKnown ? randomUUID().replaceAll("-", "").slice(0, 9) : part.id;
          calls.push({ name: part.name, arguments: part.arguments, wireId: part.id, wireIndex });
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

/** True if the part is a call of its own, because the call before it is complete. */
function beginsAfter(open: OpenCall | undefined, part: CallPart): boolean {
  if (!open || part.name === "" || !part.arguments.trimStart().startsWith("{")) return false;
  return open.arguments.trimEnd().endsWith("}") && isRecord(parseJsonOrUndefined(open.arguments));
}

/**
 * Removes what gpt-oss leaves of Harmony around the name of a function, which has letters, digits, `_` and `-` only:
 * `functions.search<|channel|>commentary`.
 */
const toFunctionName = (name: string) => name.replace(/^functions\./, "").replace(/<\|[\s\S]*$/, "");

const toText = (value: unknown) => (typeof value === "string" ? value : "");
