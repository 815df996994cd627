import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { AppError } from "../core/appError.ts";
import type { RunReader } from "../platform/runLog/runLog.ts";

const heartbeatMs = 15_000;
/** A slow first token: after this the headers leave, and what fails later is an event. */
const longestSilenceMs = 10_000;
/** An SSE comment: clients pass it over, proxies see life. */
const comment = ":\n\n";

/**
 * Sends a run as server-sent events until it has ended or the reader leaves; the run goes on without it.
 * `statusUntilBegun`: what fails before the model has begun is thrown, and so becomes an HTTP status.
 */
export async function streamRun(
  reading: RunReader,
  reply: FastifyReply,
  headers: "statusUntilBegun" | "atOnce",
): Promise<FastifyReply> {
  if (headers === "statusUntilBegun") {
    await firstWord(reading, reply.raw);
    const failure = reading.failure() ?? cutFailure(reading);
    if (failure !== undefined) {
      reading.close();
      throw failure;
    }
  }
  reply.hijack();
  if (reply.raw.destroyed) reading.close();
  else pump(reading, reply);
  return reply;
}

/** For a reading that was cut before it had anything to give. */
function cutFailure(reading: RunReader): AppError | undefined {
  if (!reading.wasDetached() || reading.hasMore()) return undefined;
  return new AppError("unavailable", { headers: { "retry-after": "1" } });
}

/** Resolves when there is something to send, the reader has left, or it has been silent for long. */
function firstWord(reading: RunReader, raw: ServerResponse): Promise<void> {
  if (reading.hasMore() || reading.hasEnded()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      raw.off("close", done);
      reading.onChange = () => undefined;
      resolve();
    };
    const timer = setTimeout(done, longestSilenceMs);
    raw.once("close", done);
    reading.onChange = done;
  });
}

function pump(reading: RunReader, reply: FastifyReply): void {
  const { raw } = reply;
  let isBlocked = false;
  const write = (text: string) => {
    isBlocked = !raw.write(text);
  };
  const send = () => {
    while (!isBlocked && reading.hasMore()) write(reading.read());
    if (!reading.hasEnded() || reading.hasMore()) return;
    stop();
    // Who was cut off reads on where the run is; an end would say that there is no more.
    if (reading.wasDetached()) raw.destroy();
    else raw.end("data: [DONE]\n\n");
  };
  const stop = () => {
    clearInterval(heartbeat);
    reading.onChange = () => undefined;
    reading.close();
  };
  const heartbeat = setInterval(() => {
    if (!isBlocked) write(comment);
  }, heartbeatMs);
  heartbeat.unref();

  raw.on("drain", () => {
    isBlocked = false;
    send();
  });
  raw.once("close", stop);
  raw.on("error", (error) => reply.log.debug({ err: error }, "a reader of a stream left"));
  raw.writeHead(200, {
    ...definedHeaders(reply),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  reading.onChange = send;
  if (reading.hasMore() || reading.hasEnded()) send();
  else write(comment);
}

/** What hooks have set; a hijacked reply does not send it by itself. */
function definedHeaders(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value;
  return headers;
}
