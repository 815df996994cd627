import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { RunReader } from "../../platform/runLog/runLog.ts";
import { markAnswerResponse } from "../entryPoints/trackResponse.ts";
import { getDefinedHeaders } from "../requests/getDefinedHeaders.ts";

const heartbeatMs = 15_000;
/** How long the headers wait for the first event once the question is stored. A later failure is sent as an event. */
const maxSilenceMs = 10_000;
/** An SSE comment, which clients ignore. It prevents proxies from closing an idle connection. */
const heartbeatComment = ":\n\n";

/** What is sent of a run. A format may have a state, so each response has its own. */
export interface StreamFormat {
  /** Converts the next events, which have the form `id: …\ndata: …\n\n`. */
  toText(events: string): string;
  /** Follows the last event. */
  end: string;
}

const ownFormat: StreamFormat = { toText: (events) => events, end: "data: [DONE]\n\n" };

/**
 * Streams a run as server-sent events until the run ends or the client disconnects. The run continues without a client.
 * `afterFirstEvent`: sends the headers with the first event, or after `maxSilenceMs` if the question is stored. Throws
 * an earlier failure, so that it becomes an HTTP status.
 */
export async function streamRun(
  reader: RunReader,
  reply: FastifyReply,
  headerTiming: "afterFirstEvent" | "immediately",
  format: StreamFormat = ownFormat,
): Promise<FastifyReply> {
  markAnswerResponse(reply);
  if (headerTiming === "afterFirstEvent") {
    await waitForFirstEvent(reader, reply.raw);
    const failure = reader.failure() ?? getDetachedFailure(reader);
    if (failure !== undefined) {
      reader.close();
      throw failure;
    }
  }
  reply.hijack();
  if (reply.raw.destroyed) reader.close();
  else pumpEvents(reader, reply, format);
  return reply;
}

/** Returns an error if the reader was detached and has no event to send. */
function getDetachedFailure(reader: RunReader): AppError | undefined {
  if (!reader.wasDetached() || reader.hasMore()) return undefined;
  return new AppError("unavailable", { headers: { "retry-after": "1" } });
}

/**
 * Resolves when there is something to send, the client has disconnected, or `maxSilenceMs` have passed and the question
 * is stored: the headers acknowledge it, so the client does not send it again.
 */
function waitForFirstEvent(reader: RunReader, raw: ServerResponse): Promise<void> {
  if (reader.hasMore() || reader.hasEnded()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      raw.off("close", finish);
      reader.onChange = () => undefined;
      resolve();
    };
    let isOverdue = false;
    const finishIfReady = () => {
      if (reader.hasMore() || reader.hasEnded() || (isOverdue && reader.isAccepted())) finish();
    };
    const timer = setTimeout(() => {
      isOverdue = true;
      finishIfReady();
    }, maxSilenceMs);
    raw.once("close", finish);
    reader.onChange = finishIfReady;
  });
}

function pumpEvents(reader: RunReader, reply: FastifyReply, format: StreamFormat): void {
  const { raw } = reply;
  let isBlocked = false;
  const write = (text: string) => {
    if (text !== "") isBlocked = !raw.write(text);
  };
  const sendEvents = () => {
    while (!isBlocked && reader.hasMore()) write(format.toText(reader.read()));
    if (!reader.hasEnded() || reader.hasMore()) return;
    stopStreaming();
    // Break the connection of a detached reader, so that the client reconnects; `[DONE]` would mean that the run has
    // ended.
    if (reader.wasDetached()) raw.destroy();
    else raw.end(format.end);
  };
  const stopStreaming = () => {
    clearInterval(heartbeatTimer);
    reader.onChange = () => undefined;
    reader.close();
  };
  const heartbeatTimer = setInterval(() => {
    if (!isBlocked) write(heartbeatComment);
  }, heartbeatMs);
  heartbeatTimer.unref();

  raw.on("drain", () => {
    isBlocked = false;
    sendEvents();
  });
  raw.once("close", stopStreaming);
  raw.on("error", (error) => reply.log.debug({ err: error }, "the client of a stream disconnected"));
  raw.writeHead(200, {
    ...getDefinedHeaders(reply),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  reader.onChange = sendEvents;
  if (reader.hasMore() || reader.hasEnded()) sendEvents();
  else write(heartbeatComment);
}
