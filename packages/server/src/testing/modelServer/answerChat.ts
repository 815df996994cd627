import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Behaviour, tokensOf } from "./behaviour.ts";
import { createChatWire, formatErrorBody, noiseEvents } from "./chatWire.ts";
import { recordAbortedUsage, recordUsage } from "./ledger.ts";
import { reshapeEvents } from "./oddAnswers.ts";
import type { PauseGate } from "./pauseGate.ts";
import type { RecordedRequest } from "./recordedRequest.ts";
import { type ScriptedCall, toCallId } from "./toolScript.ts";

interface ChatExchange {
  model: string;
  behaviour: Behaviour;
  request: RecordedRequest;
  response: ServerResponse;
  gate: PauseGate;
}

/**
 * Answers one chat request according to its behaviour; resolves once the response has ended or the client has
 * disconnected.
 */
export async function answerChat(chat: ChatExchange): Promise<void> {
  const { model, behaviour, request, response, gate } = chat;
  const disconnectController = new AbortController();
  response.once("close", () => {
    // True if the client disconnected, false if the script cut the connection.
    if (!response.writableEnded && !response.errored) recordAbortedUsage(request, behaviour);
    disconnectController.abort();
  });
  response.on("error", () => disconnectController.abort());
  const { signal } = disconnectController;
  try {
    if (behaviour.firstMs > 0) await delay(behaviour.firstMs, undefined, { signal });
    if (behaviour.status !== null) {
      const body = formatErrorBody(`The scripted server refuses.${toEcho(chat)}`, "scripted_error", behaviour.code);
      response.writeHead(behaviour.status, { "content-type": "application/json", ...behaviour.headers }).end(body);
    } else if (behaviour.reply) {
      response.writeHead(200, { "content-type": behaviour.reply.type }).end(behaviour.reply.body);
    } else if (behaviour.isHtml) {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Not a model</title>");
    } else if (behaviour.isJson || request.body?.stream !== true) {
      await answerWhole({ model, behaviour, request, response, gate }, signal);
    } else {
      await answerStream({ model, behaviour, request, response, gate }, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const toEcho = ({ behaviour, request }: ChatExchange) =>
  behaviour.echoesRequest ? ` ${JSON.stringify(request.body)}` : "";

async function answerWhole(
  { model, behaviour, request, response, gate }: ChatExchange,
  signal: AbortSignal,
): Promise<void> {
  if (behaviour.hangAfter !== null) await gate.stall(signal);
  signal.throwIfAborted();
  const wire = createChatWire("chatcmpl-scripted", model, behaviour);
  const tokens = tokensOf(behaviour.answer);
  request.tokensSent = tokens.length;
  const { inputTokens, outputTokens } = recordUsage(request, behaviour, tokens.length);
  const body = wire.whole(behaviour, inputTokens, outputTokens);
  request.isReported = behaviour.hasUsage;
  response.writeHead(200, { "content-type": "application/json" }).end(body);
}

/** Lists the calls that end the answer, with their ids. */
function listCalls({ tool, calls, roundIndex }: Behaviour): (ScriptedCall & { id: string })[] {
  if (tool !== null) return [{ id: "call_1", name: tool, arguments: '{"place":"Zürich"}' }];
  return calls.map((call, position) => ({ ...call, id: toCallId(roundIndex, position) }));
}

async function answerStream(chat: ChatExchange, signal: AbortSignal): Promise<void> {
  const { model, behaviour, request, response, gate } = chat;
  const wire = createChatWire("chatcmpl-scripted", model, behaviour);
  const tokens = behaviour.tool === null ? tokensOf(behaviour.answer) : [];
  const writeEvents = behaviour.isSplit ? writeInPieces : writeWhole;
  const write = (target: ServerResponse, events: string, until: AbortSignal) =>
    writeEvents(target, reshapeEvents(events, behaviour.streamForm), until);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  await write(response, wire.role(), signal);
  const reasoningTokens = tokensOf(behaviour.think);
  for (const [index, token] of reasoningTokens.entries()) {
    recordUsage(request, behaviour, index + 1);
    await write(response, wire.reasoning(token), signal);
    if (behaviour.paceMs > 0) await delay(behaviour.paceMs, undefined, { signal });
  }
  const calls = listCalls(behaviour);

  const stopCounts = [behaviour.cutAfter, behaviour.endAfter, behaviour.errorAfter, behaviour.hangAfter];
  const startedAt = performance.now();
  const resumeCount = gate.resumeCount;
  let stalledMs = 0;
  let hangAfter = behaviour.hangAfter;
  for (let sentCount = 0; ; ) {
    if (sentCount === hangAfter) {
      hangAfter = null;
      const stalledAt = performance.now();
      if (gate.resumeCount === resumeCount) await gate.stall(signal);
      signal.throwIfAborted();
      stalledMs += performance.now() - stalledAt;
    }
    if (sentCount === behaviour.cutAfter) {
      // Before closing the connection, flush the bytes that have been written.
      await new Promise<void>((resolve) => response.write(": the connection ends here\n\n", () => resolve()));
      response.destroy(new Error("cut by the script"));
      return;
    }
    if (sentCount === behaviour.endAfter) {
      response.end();
      return;
    }
    if (sentCount === behaviour.errorAfter) {
      response.end(wire.error(toEcho(chat), behaviour.code));
      return;
    }
    if (sentCount >= tokens.length) break;

    // Send all due tokens together, so that late timers do not slow down the answer.
    const elapsedMs = performance.now() - startedAt - stalledMs;
    const dueCount = behaviour.paceMs > 0 ? Math.floor(elapsedMs / behaviour.paceMs) + 1 : sentCount + 64;
    if (dueCount <= sentCount) {
      await delay(Math.max(1, sentCount * behaviour.paceMs - elapsedMs), undefined, { signal });
      continue;
    }
    const nextStop = Math.min(
      ...stopCounts.filter((stop) => stop !== null && stop > sentCount).map(Number),
      tokens.length,
    );
    const endIndex = Math.min(dueCount, nextStop);
    let events = "";
    for (; sentCount < endIndex; sentCount++) {
      events += wire.text(tokens[sentCount] ?? "");
      if (sentCount < behaviour.rubbish) events += noiseEvents[sentCount % noiseEvents.length];
      if (sentCount === 0 && behaviour.isHuge) events += wire.hugeEvent();
      if (behaviour.hasRunningUsage) {
        const { inputTokens, outputTokens } = recordUsage(request, behaviour, reasoningTokens.length + sentCount + 1);
        events += wire.usage(inputTokens, outputTokens, behaviour.cachedTokens);
      }
    }
    request.tokensSent = sentCount;
    recordUsage(request, behaviour, reasoningTokens.length + sentCount);
    await write(response, events, signal);
  }

  const finalUsage = recordUsage(request, behaviour, reasoningTokens.length + tokens.length);
  let finalEvents = wire.toolCalls(calls);
  finalEvents += wire.finish(calls.length === 0 ? behaviour.finishReason : "tool_calls");
  if (behaviour.hasUsage && request.body?.stream_options?.include_usage === true) {
    const { inputTokens, outputTokens } = finalUsage;
    finalEvents += wire.usage(inputTokens, outputTokens, behaviour.cachedTokens);
    request.isReported = true;
  }
  if (behaviour.hasDone) finalEvents += wire.done;
  await write(response, finalEvents, signal);
  response.end();
}

async function writeWhole(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (!response.write(text)) await once(response, "drain", { signal });
}

/**
 * Writes pieces of 1 to 7 bytes, each in its own event loop turn, so that they arrive separately and split characters.
 */
async function writeInPieces(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  for (let from = 0, size = 1; from < bytes.length; from += size, size = (size % 7) + 1) {
    response.write(bytes.subarray(from, from + size));
    await delay(0, undefined, { signal });
  }
}
