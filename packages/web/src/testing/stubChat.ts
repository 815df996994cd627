import type { ChatRequestInput } from "@lectern/contract";
import { stubRequests } from "./stubServer.ts";

/** One answer of the stubbed chat endpoint, which the test writes event by event. */
export interface StubbedAnswer {
  /** The body of the request. */
  readonly request: ChatRequestInput;
  /** Sends events of the protocol, such as `{ s: "meta", st: … }`. */
  send(...events: readonly object[]): void;
  /** Sends text of the answer. */
  write(text: string): void;
  /** Ends the answer. `end`: the fields of the end event, by default those of a complete answer. */
  end(end?: object): void;
  /** Breaks the connection. */
  break(): void;
}

export interface StubbedChat {
  /** The answers that were requested, oldest first. */
  readonly answers: readonly StubbedAnswer[];
  /** The ids of the runs that the page has stopped. */
  readonly stoppedIds: readonly string[];
}

/**
 * Answers the chats of local conversations in place of the server. `respond` is called with each answer; without it
 * the test writes the answers itself.
 */
export function stubChat(respond: (answer: StubbedAnswer) => void = () => {}): StubbedChat {
  const answers: StubbedAnswer[] = [];
  const answersById = new Map<string, StubbedAnswer>();
  const stoppedIds: string[] = [];
  stubRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/chat" && !pathname.startsWith("/chat/")) return null;
    // A broken connection is not resumed: the run is over.
    if (request.method === "GET") return new Response(null, { status: 204 });
    const body = await request.json();
    if (body.killSwitch) {
      const { requestId } = body.killSwitch;
      stoppedIds.push(requestId);
      answersById.get(requestId)?.end({ end: "stopped" });
      return Response.json({ status: "OK" });
    }
    const { answer, response } = openAnswer(body, request.signal);
    answers.push(answer);
    answersById.set(body.requestId, answer);
    respond(answer);
    return response;
  });
  return { answers, stoppedIds };
}

/** Answers each question with a text. */
export const stubAnswers = (text: string): StubbedChat =>
  stubChat((answer) => {
    answer.write(text);
    answer.end();
  });

function openAnswer(request: ChatRequestInput, signal: AbortSignal): { answer: StubbedAnswer; response: Response } {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let eventCount = 0;
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
      signal.addEventListener("abort", () => closeWith(() => opened.error(signal.reason)));
    },
    cancel() {
      controller = null;
    },
  });
  const closeWith = (close: () => void) => {
    if (controller) close();
    controller = null;
  };
  const writeFrame = (data: string) =>
    controller?.enqueue(new TextEncoder().encode(`id: ${++eventCount}\ndata: ${data}\n\n`));
  const send = (...events: readonly object[]) => {
    for (const event of events) writeFrame(JSON.stringify(event));
  };
  const answer: StubbedAnswer = {
    request,
    send,
    write: (text) => send({ s: "m1", d: text }),
    end(end = { end: "done" }) {
      send({ s: "meta", ...end });
      writeFrame("[DONE]");
      closeWith(() => controller?.close());
    },
    break: () => closeWith(() => controller?.error(new TypeError("network error"))),
  };
  const headers = { "content-type": "text/event-stream", "x-lectern-run": "1" };
  return { answer, response: new Response(body, { headers }) };
}
