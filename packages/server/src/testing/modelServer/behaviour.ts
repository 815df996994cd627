import type { IncomingHttpHeaders } from "node:http";
import { requestArtifact, splitMaking } from "./artifactScript.ts";
import { createShowcase } from "./createShowcase.ts";
import {
  type CallForm,
  callForms,
  formatThoughts,
  type StreamForm,
  streamForms,
  type ThoughtForm,
  thoughtForms,
} from "./oddAnswers.ts";
import { summarizeMaterial } from "./summaryScript.ts";
import {
  noExchange,
  parseScriptedCall,
  type ScriptedCall,
  selectCalls,
  type ToolExchange,
  type ToolScript,
} from "./toolScript.ts";

/** How the scripted server handles one chat request. Directives in the last user message can set every field. */
export interface Behaviour {
  /** The answer's Markdown. */
  answer: string;
  /** Reasoning before the answer, sent as `delta.reasoning_content` at the same pace. */
  think: string;
  /** Ms between two tokens; 0: as fast as the connection allows. */
  paceMs: number;
  /** Ms before the first token. */
  firstMs: number;
  /** Rejects the request with this status instead of answering. */
  status: number | null;
  /** Repeats the whole request in the message of a rejection or an error, as some servers do. */
  echoesRequest: boolean;
  /** `error.code` of a rejection or an error event. */
  code: string | null;
  /** Response headers of a rejection, such as `retry-after`. */
  headers: Record<string, string>;
  /** Destroys the connection after this many tokens. */
  cutAfter: number | null;
  /** Ends the response cleanly after this many tokens, without finish reason or `[DONE]`. */
  endAfter: number | null;
  /** Sends an error event after this many tokens and ends. */
  errorAfter: number | null;
  /** Stalls after this many tokens, until `resume()` or until the client disconnects. */
  hangAfter: number | null;
  /** Number of meaningless events between the first tokens. */
  rubbish: number;
  /** Sends one event of more than 4 MiB after the first token. */
  isHuge: boolean;
  finishReason: string;
  hasUsage: boolean;
  /** Reports the usage so far with every token, as some servers do. */
  hasRunningUsage: boolean;
  /** Number of input tokens reported as read from a cache. */
  cachedTokens: number;
  /** Number of output tokens reported as thoughts; null: not reported. */
  reasoningTokens: number | null;
  /** Number of input tokens reported as written to the cache, where the wire format has it. */
  cacheWrites: number;
  /** Ends with `data: [DONE]`. */
  hasDone: boolean;
  /** Calls this function instead of answering with text, also if the request declares no functions. */
  tool: string | null;
  /** Calls these functions, in parallel, after the text of the answer. */
  calls: readonly ScriptedCall[];
  callForm: CallForm;
  thoughtForm: ThoughtForm;
  streamForm: StreamForm;
  /** Position of the calls' round since the last question. */
  roundIndex: number;
  /** Adds redacted reasoning, where the wire has it. */
  hasRedactedReasoning: boolean;
  /** Writes a few bytes at a time, to split characters. */
  isSplit: boolean;
  /** Answers with plain JSON even if a stream was requested. */
  isJson: boolean;
  /** Answers with a web page. */
  isHtml: boolean;
  /** Answers 200 with this body, as in `[[reply: application/json; {"ok":true}]]`. */
  reply: { type: string; body: string } | null;
}

/** A chat request as the server understands it. */
export interface ScriptedRequest {
  model: string;
  /** Text of the last user message, directives included. */
  prompt: string;
  headers: IncomingHttpHeaders;
  /** Absent: the request contains no tool loop. */
  exchange?: ToolExchange;
}

/**
 * Models whose id contains `small` immediately answer with this text. They ignore directives, so that a chat's
 * directives do not affect its title.
 */
export const smallModelAnswer = "A scripted title";

const directivePattern = /\[\[\s*([a-z]+)\s*(?::([\s\S]*?))?\]\]/gi;

/** Determines the behaviour for a request from its model and the `[[directives]]` of its last user message. */
export function determineBehaviour(request: ScriptedRequest): Behaviour {
  if (/small/i.test(request.model))
    return { ...plainBehaviour, answer: summarizeMaterial(request.prompt) ?? smallModelAnswer };
  const exchange = request.exchange ?? noExchange;
  const behaviour = { ...plainBehaviour, answer: echoPrompt(request.prompt), roundIndex: exchange.roundCount };
  if (exchange.results.length > 0) behaviour.answer = `The functions returned: ${resultsPlaceholder}`;
  const { own, making } = splitMaking(request.prompt);
  for (const [, name = "", value = ""] of own.matchAll(directivePattern)) {
    applyDirective(behaviour, name.toLowerCase(), value.trim(), making);
  }
  if (request.exchange?.canCall && /\[\[\s*notools\s*\]\]/i.test(request.prompt)) applyStatus(behaviour, "400");
  behaviour.calls = selectCalls(parseToolScript(request.prompt), exchange);
  behaviour.answer =
    behaviour.calls.length > 0
      ? getRoundText(request.prompt)
      : behaviour.answer.replaceAll(resultsPlaceholder, exchange.results.join("\n"));
  return moveThoughts(behaviour);
}

/** Moves the thoughts into the text of the answer, if that is their form. */
function moveThoughts(behaviour: Behaviour): Behaviour {
  const { think, answer, thoughtForm } = behaviour;
  if (think === "" || (thoughtForm !== "tags" && thoughtForm !== "endtag" && thoughtForm !== "harmony"))
    return behaviour;
  return { ...behaviour, think: "", answer: formatThoughts(think, answer, thoughtForm) };
}

const restDirective = /\[\[\s*rest\s*\]\]/i;

/**
 * Returns the part of a question that sets the behaviour: what precedes `[[rest]]`. What follows it applies to a request
 * for the rest of the answer, whose own message is written by Lectern and has no directives.
 */
export function selectPrompt(prompt: string, previousPrompt = ""): string {
  const [, rest] = previousPrompt.split(restDirective);
  if (rest !== undefined && prompt.search(directivePattern) < 0) return rest;
  return prompt.split(restDirective)[0] ?? "";
}

/** Stands for the results of the latest round in an answer. */
const resultsPlaceholder = "{results}";

/** Parses the calls of a question: `[[call: …]]`, `[[then]]` between two rounds, and `[[endless: …]]`. */
export function parseToolScript(prompt: string): ToolScript {
  const rounds: ScriptedCall[][] = [];
  let isEndless = false;
  let startsRound = true;
  for (const [, name = "", value = ""] of prompt.matchAll(directivePattern)) {
    const directive = name.toLowerCase();
    if (directive === "then") startsRound = true;
    if (directive !== "call" && directive !== "endless") continue;
    if (startsRound) rounds.push([]);
    startsRound = false;
    rounds.at(-1)?.push(parseScriptedCall(value.trim()));
    isEndless ||= directive === "endless";
  }
  return { rounds, isEndless };
}

/** Returns the text that precedes the calls of each round, as `[[say: text]]` sets it. */
export function getRoundText(prompt: string): string {
  const directives = [...prompt.matchAll(directivePattern)];
  return directives.find(([, name = ""]) => name.toLowerCase() === "say")?.[2]?.trim() ?? "";
}

export const plainBehaviour: Behaviour = {
  answer: "",
  think: "",
  paceMs: 0,
  firstMs: 0,
  status: null,
  echoesRequest: false,
  code: null,
  headers: {},
  cutAfter: null,
  endAfter: null,
  errorAfter: null,
  hangAfter: null,
  rubbish: 0,
  isHuge: false,
  finishReason: "stop",
  hasUsage: true,
  hasRunningUsage: false,
  cachedTokens: 0,
  reasoningTokens: null,
  cacheWrites: 0,
  hasDone: true,
  tool: null,
  calls: [],
  callForm: "usual",
  thoughtForm: "field",
  streamForm: "usual",
  roundIndex: 0,
  hasRedactedReasoning: false,
  isSplit: false,
  isJson: false,
  isHtml: false,
  reply: null,
};

function applyDirective(behaviour: Behaviour, name: string, value: string, making: string | null): void {
  const number = Number.parseInt(value, 10) || 0;
  switch (name) {
    case "answer":
      behaviour.answer = value;
      return;
    case "artifact":
      behaviour.answer = requestArtifact(value, making);
      return;
    case "think":
      behaviour.think = value;
      return;
    case "tokens":
      behaviour.answer = generateWords(number);
      return;
    case "showcase":
      behaviour.answer = createShowcase();
      return;
    case "empty":
      behaviour.answer = "";
      return;
    case "pace":
      behaviour.paceMs = number;
      return;
    case "first":
      behaviour.firstMs = number;
      return;
    case "status":
      applyStatus(behaviour, value);
      return;
    case "echo":
      behaviour.echoesRequest = true;
      return;
    case "cut":
      behaviour.cutAfter = number;
      return;
    case "end":
      behaviour.endAfter = number;
      return;
    case "error":
      behaviour.errorAfter = number;
      behaviour.code = /;\s*code:\s*(\w+)/.exec(value)?.[1] ?? behaviour.code;
      return;
    case "hang":
      behaviour.hangAfter = number;
      return;
    case "rubbish":
      behaviour.rubbish = number || 1;
      return;
    case "huge":
      behaviour.isHuge = true;
      return;
    case "finish":
      behaviour.finishReason = value;
      return;
    case "nousage":
      behaviour.hasUsage = false;
      return;
    case "cached":
      behaviour.cachedTokens = number;
      return;
    case "reasoned":
      behaviour.reasoningTokens = number;
      return;
    case "runningusage":
      behaviour.hasRunningUsage = true;
      return;
    case "written":
      behaviour.cacheWrites = number;
      return;
    case "nodone":
      behaviour.hasDone = false;
      return;
    case "tool":
      behaviour.tool = value;
      return;
    case "calls":
      behaviour.callForm = callForms.find((form) => form === value) ?? "usual";
      return;
    case "thoughts":
      behaviour.thoughtForm = thoughtForms.find((form) => form === value) ?? "field";
      return;
    case "stream":
      behaviour.streamForm = streamForms.find((form) => form === value) ?? "usual";
      return;
    case "redacted":
      behaviour.hasRedactedReasoning = true;
      return;
    case "split":
      behaviour.isSplit = true;
      return;
    case "json":
      behaviour.isJson = true;
      return;
    case "reply": {
      const [type = "", ...body] = value.split(";");
      behaviour.reply = { type: type.trim(), body: body.join(";").trim() };
      return;
    }
    case "html":
      behaviour.isHtml = true;
      return;
    default:
      return; // a person may write double brackets that are not a directive
  }
}

/** Parses `429; retry-after: 7; code: rate_limit_exceeded`: the status, then `code` and response headers. */
function applyStatus(behaviour: Behaviour, value: string): void {
  const [status = "", ...pairs] = value.split(";");
  behaviour.status = Number.parseInt(status, 10) || 500;
  for (const pair of pairs) {
    const [name = "", ...valueParts] = pair.split(":");
    const text = valueParts.join(":").trim();
    if (name.trim() === "code") behaviour.code = text;
    else if (name.trim() !== "") behaviour.headers = { ...behaviour.headers, [name.trim()]: text };
  }
}

/** The default answer: repeats the prompt, without its directives, in a little Markdown. */
function echoPrompt(prompt: string): string {
  const plainPrompt = prompt.replace(directivePattern, "").trim().replace(/\s+/g, " ").slice(0, 2_000);
  return `Scripted answer to: ${plainPrompt === "" ? "(nothing)" : plainPrompt}\n\nIt has **bold text**, \`code\` and a list:\n\n- one\n- two\n`;
}

const vocabulary =
  "the river turns where old stones keep its bed and every spring it finds a new way down to the quiet sea".split(" ");

/** Returns `count` short words in paragraphs of a hundred. The text is always the same. */
export function generateWords(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const word = vocabulary[index % vocabulary.length] ?? "";
    if (index === 0) return word;
    return (index % 100 === 0 ? "\n\n" : " ") + word;
  }).join("");
}

/** Splits text into the scripted server's tokens: words with the white space before them, and any at the end. */
export function tokensOf(text: string): string[] {
  const tokens = text.match(/\s*\S+/g) ?? [];
  const trailingSpace = text.slice(tokens.join("").length);
  return trailingSpace === "" ? tokens : [...tokens, trailingSpace];
}
