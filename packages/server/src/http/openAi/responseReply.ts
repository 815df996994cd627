import type { Answer, AnswerEnd, EndEvent, ToolCall } from "@lectern/contract";
import type { StreamFormat } from "../chat/streamRun.ts";
import {
  type AnswerPart,
  type ApiUsage,
  createAnswerPartReader,
  getUsage,
  listCalls,
  toCallRules,
  toWrittenTexts,
} from "./answerParts.ts";
import type { ReplyHead } from "./chatCompletionReply.ts";
import type { ApiResponse, CallItem, ItemStatus, MessageItem, OutputText, ResponseUsage } from "./replySchemas.ts";
import type { ResponseCall } from "./responseRequest.ts";
import { createStoppedError, toApiError, toEndFailure } from "./toApiError.ts";

/** Builds the reply to a call that does not stream. Throws if the answer was stopped. */
export function buildResponse(call: ResponseCall, answer: Answer, head: ReplyHead): ApiResponse {
  const { end, content, usage } = answer;
  if (end?.end === "stopped") throw createStoppedError(end);
  const calls = listCalls(answer, toCallRules(call, head.id));
  const hasMessage = content !== "" || calls.length === 0;
  const outcome = toOutcome(end);
  const items = [
    ...(hasMessage ? [toMessageItem(`msg_${head.id}_0`, content, "completed")] : []),
    ...calls.map((each, index) => toCallItem(`fc_${head.id}_${index + Number(hasMessage)}`, each, "completed")),
  ];
  const output = items.map((item, index) => (index === items.length - 1 ? { ...item, status: outcome.status } : item));
  const counts = getUsage(usage, call, toWrittenTexts(answer));
  return createResponse(call, head, { ...outcome, output, usage: toUsage(counts) });
}

/**
 * Creates the format of a streamed reply: typed events, as OpenAI's API sends them. `getCause` returns why the answer
 * failed, if that is known.
 */
export function createResponseEventFormat(call: ResponseCall, head: ReplyHead, getCause: () => unknown): StreamFormat {
  const parts = createAnswerPartReader(toCallRules(call, head.id));
  let sequence = 0;
  let hasStarted = false;
  const written = { output: "", reasoning: "" };
  const items: OutputItem[] = [];
  /** The message that the next text belongs to. */
  let openMessage: MessageOutput | null = null;
  const toEvent = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
  const toResponseEvent = (type: string, status: ApiResponse["status"], more: Partial<ApiResponse> = {}) =>
    toEvent(type, { response: createResponse(call, head, { ...more, status }) });
  const addItem = <Item extends OutputItem>(item: Item): Item => {
    items.push(item);
    return item;
  };
  const beginMessage = (): string => {
    const message = addItem({ kind: "message", id: `msg_${head.id}_${items.length}`, index: items.length, text: "" });
    openMessage = message;
    const place = { item_id: message.id, output_index: message.index, content_index: 0 };
    const item = { ...toMessageItem(message.id, "", "in_progress"), content: [] };
    return (
      toEvent("response.output_item.added", { output_index: message.index, item }) +
      toEvent("response.content_part.added", { ...place, part: toTextPart("") })
    );
  };
  /** The status of an item in an answer with this one: only the last item can be incomplete. */
  const getStatus = ({ index }: OutputItem, lastStatus: ItemStatus) =>
    index === items.length - 1 ? lastStatus : "completed";
  const listOutput = (lastStatus: ItemStatus) => items.map((item) => toOutputItem(item, getStatus(item, lastStatus)));
  const endMessage = (status: ItemStatus = "completed"): string => {
    if (!openMessage) return "";
    const { id, index, text } = openMessage;
    openMessage = null;
    const place = { item_id: id, output_index: index, content_index: 0 };
    return (
      toEvent("response.output_text.done", { ...place, text, logprobs: [] }) +
      toEvent("response.content_part.done", { ...place, part: toTextPart(text) }) +
      toEvent("response.output_item.done", { output_index: index, item: toMessageItem(id, text, status) })
    );
  };
  const addText = (text: string): string => {
    const begun = openMessage ? "" : beginMessage();
    const message = openMessage;
    if (!message) return begun;
    message.text += text;
    const place = { item_id: message.id, output_index: message.index, content_index: 0 };
    return begun + toEvent("response.output_text.delta", { ...place, delta: text, logprobs: [] });
  };
  const addCallPart = ({
    index: callIndex,
    started,
    arguments: args,
  }: Extract<AnswerPart, { type: "call" }>): string => {
    let begun = "";
    if (started) {
      begun = endMessage();
      const called = { ...started, arguments: "" };
      const id = `fc_${head.id}_${items.length}`;
      const { index } = addItem({ kind: "call", id, index: items.length, callIndex, call: called });
      begun += toEvent("response.output_item.added", {
        output_index: index,
        item: toCallItem(id, called, "in_progress"),
      });
    }
    const item = items.find((each) => each.kind === "call" && each.callIndex === callIndex);
    if (item?.kind !== "call" || args === "") return begun;
    item.call.arguments += args;
    const place = { item_id: item.id, output_index: item.index };
    return begun + toEvent("response.function_call_arguments.delta", { ...place, delta: args });
  };
  const endCalls = (lastStatus: ItemStatus): string =>
    items
      .map((each) => {
        if (each.kind !== "call") return "";
        const { id, index, call: called } = each;
        const done = { item_id: id, output_index: index, name: called.name, arguments: called.arguments };
        const item = toCallItem(id, called, getStatus(each, lastStatus));
        return (
          toEvent("response.function_call_arguments.done", done) +
          toEvent("response.output_item.done", { output_index: index, item })
        );
      })
      .join("");
  const endAnswer = (end: EndEvent): string => {
    if (end.end !== "done") {
      const { type, code, message } = toApiError(toEndFailure(end, getCause(), call), head.id);
      const defaultCode = type === "server_error" ? type : "invalid_prompt";
      const error = { code: code ?? defaultCode, message };
      return toResponseEvent("response.failed", "failed", { error, output: listOutput("incomplete") });
    }
    const outcome = toOutcome(end);
    const { status } = outcome;
    const closing = (items.length === 0 ? beginMessage() : "") + endMessage(status) + endCalls(status);
    const usage = toUsage(getUsage(end.usage, call, written));
    const ended = { ...outcome, output: listOutput(status), usage };
    return closing + toResponseEvent(`response.${status}`, status, ended);
  };
  const toText = (part: AnswerPart): string => {
    switch (part.type) {
      case "text":
        written.output += part.text;
        return addText(part.text);
      case "reasoning":
        written.output += part.text;
        written.reasoning += part.text;
        return "";
      case "call":
        written.output += part.arguments;
        return addCallPart(part);
      case "end":
        return endAnswer(part.end);
      default:
        return part satisfies never;
    }
  };
  return {
    toText(events) {
      const start = hasStarted
        ? ""
        : toResponseEvent("response.created", "in_progress") + toResponseEvent("response.in_progress", "in_progress");
      hasStarted = true;
      return start + parts.read(events).map(toText).join("");
    },
    end: "",
  };
}

interface MessageOutput {
  kind: "message";
  id: string;
  /** Position in the output. */
  index: number;
  text: string;
}

interface CallOutput {
  kind: "call";
  id: string;
  index: number;
  /** Position among the calls. */
  callIndex: number;
  call: ToolCall;
}

type OutputItem = MessageOutput | CallOutput;

const toOutputItem = (item: OutputItem, status: ItemStatus) =>
  item.kind === "message" ? toMessageItem(item.id, item.text, status) : toCallItem(item.id, item.call, status);

const toTextPart = (text: string): OutputText => ({ type: "output_text", text, annotations: [], logprobs: [] });

const toMessageItem = (id: string, text: string, status: ItemStatus): MessageItem => ({
  ...{ id, type: "message", status, role: "assistant" },
  content: [toTextPart(text)],
});

const toCallItem = (id: string, { id: callId, name, arguments: args }: ToolCall, status: ItemStatus): CallItem => ({
  id,
  type: "function_call",
  status,
  call_id: callId,
  name,
  arguments: args,
});

/** `status` is also that of the item that the answer has ended in. */
type Outcome = Pick<ApiResponse, "incomplete_details"> & { status: "completed" | "incomplete" };

function toOutcome(end: Pick<AnswerEnd, "finishReason"> | null): Outcome {
  switch (end?.finishReason) {
    case "length":
      return { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    case "contentFilter":
      return { status: "incomplete", incomplete_details: { reason: "content_filter" } };
    default:
      return { status: "completed", incomplete_details: null };
  }
}

function createResponse(
  call: ResponseCall,
  { id, created }: ReplyHead,
  more: Partial<ApiResponse> & Pick<ApiResponse, "status">,
): ApiResponse {
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: created,
    background: false,
    error: null,
    incomplete_details: null,
    metadata: {},
    model: call.model,
    output: [],
    previous_response_id: null,
    store: false,
    truncation: "disabled",
    usage: null,
    ...call.repeated,
    ...more,
  };
}

function toUsage({ inputTokens, outputTokens, cachedTokens, reasoningTokens }: ApiUsage): ResponseUsage {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
