import { createHash } from "node:crypto";

/** A function call that the server makes. */
export interface ScriptedCall {
  name: string;
  /** The arguments as the model writes them, which may be malformed. */
  arguments: string;
}

/** What a request contains of the tool loop that it continues. */
export interface ToolExchange {
  /** Number of answers with function calls since the last question. */
  roundCount: number;
  /** The results of the latest round. */
  results: readonly string[];
  /** True if the request declares functions and does not forbid their use. */
  canCall: boolean;
}

/** The calls of a question's directives, one list per round. */
export interface ToolScript {
  rounds: ScriptedCall[][];
  /** True if the last round is repeated forever. */
  isEndless: boolean;
}

export const noExchange: ToolExchange = { roundCount: 0, results: [], canCall: true };

/** Parses `name {"a":1}`: the function's name, and everything after it as the arguments. */
export function parseScriptedCall(value: string): ScriptedCall {
  const [, name = "", json = ""] = /^(\S+)\s*([\s\S]*)$/.exec(value) ?? [];
  return { name, arguments: json };
}

/** Returns the calls of the round that follows the exchange; none if the script is over or calls are impossible. */
export function selectCalls({ rounds, isEndless }: ToolScript, exchange: ToolExchange): ScriptedCall[] {
  if (!exchange.canCall) return [];
  return rounds[exchange.roundCount] ?? (isEndless ? (rounds.at(-1) ?? []) : []);
}

/** The id of a call, which is unique within its question. */
export function toCallId(roundIndex: number, position: number): string {
  return `call_${roundIndex + 1}_${position + 1}`;
}

/** Signs a part of an answer: its kind, its text and the round to which it belongs. */
export function signPart(kind: "reasoning" | "redacted" | "text" | "call", text: string, roundIndex: number): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, text, roundIndex]))
    .digest("base64");
}
