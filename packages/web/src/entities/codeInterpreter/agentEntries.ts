import type { Message } from "@lectern/contract";
import { readPythonCode } from "./pythonCode.ts";

/** What happened while an answer was generated, in the order in which it happened. */
export type AgentEntry =
  | { kind: "prompt"; text: string }
  | { kind: "thinking"; text: string }
  | { kind: "code"; code: string }
  | { kind: "arguments"; tool: string; title: string; json: string }
  | { kind: "result"; text: string; isError: boolean };

/** Lists the entries of an answer. `question`: the message that it answers, as typed. */
export function listAgentEntries(answer: Pick<Message, "data">, question: string | null): AgentEntry[] {
  const { reasoning = "", steps = [] } = answer.data;
  return [
    ...(question === null ? [] : [{ kind: "prompt" as const, text: question }]),
    ...(reasoning.trim() === "" ? [] : [{ kind: "thinking" as const, text: reasoning }]),
    ...steps.flatMap((step): AgentEntry[] => {
      const code = readPythonCode(step);
      const { tool, title, arguments: json, state, result = "" } = step;
      return [
        code === null ? { kind: "arguments", tool, title, json } : { kind: "code", code },
        ...(result === "" ? [] : [{ kind: "result" as const, text: result, isError: state === "failed" }]),
      ];
    }),
  ];
}
