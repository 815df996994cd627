import type { IncomingMessage } from "node:http";
import { ModelError } from "../modelProvider.ts";
import { drainResponse } from "../transport/modelHttp.ts";
import { type ModelTransport, maxEventLength, getMediaType, postModelRequest } from "../transport/modelTransport.ts";

/** What the AI SDK's models send their requests with, for one call. */
export interface ModelFetch {
  fetch: typeof globalThis.fetch;
  /** What went wrong on the way, under whatever error the SDK makes of it. */
  failure(): ModelError | null;
  /** A reply was read to its end. */
  isEnded(): boolean;
  /** To be called for each part that was understood: more than 1 MiB between two of them is no event any more. */
  progress(): void;
  /** Lets the connection go: to the next call when the answer is complete, else for good. */
  close(isComplete: boolean): void;
}

/**
 * Our own HTTP under the SDK's models: shared connections, our time limits, no redirects, refusals as `ModelError`. The signal
 * destroys the connection at any time. `streamType` is the media type of an answer; every other is refused.
 */
export function createModelFetch(
  transport: ModelTransport,
  {
    streamType,
    signal,
    maxLength = maxEventLength,
  }: { streamType: string; signal: AbortSignal /** Bytes between two calls of `progress`. */; maxLength?: number },
): ModelFetch {
  let failure: ModelError | null = null;
  let isEnded = false;
  let isOver = false;
  let unread = 0;
  const responses: IncomingMessage[] = [];
  const note = (error: unknown) => {
    if (error instanceof ModelError) failure ??= error;
    return error;
  };

  async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    try {
      const url = new URL(input instanceof Request ? input.url : input);
      const body = typeof init?.body === "string" ? init.body : "";
      const headers = Object.fromEntries(new Headers(init?.headers));
      const response = await postModelRequest(transport, { url, headers, body, signal });
      responses.push(response);
      isEnded = false;
      if (getMediaType(response) !== streamType) {
        response.destroy();
        throw new ModelError("protocol", `the server answered with something that is no ${streamType}`, {
          status: 200,
        });
      }
      return new Response(read(response), { status: 200, headers: plainHeaders(response) });
    } catch (error) {
      throw note(error);
    }
  }

  function read(response: IncomingMessage): ReadableStream<Uint8Array> {
    let isClosed = false;
    return new ReadableStream(
      {
        start(controller) {
          const { idleMs } = transport.limits;
          const fail = (error: unknown) => {
            if (isClosed) return;
            isClosed = true;
            clearTimeout(timer);
            controller.error(note(error));
            response.destroy();
          };
          const timer = setTimeout(() => {
            if (response.isPaused()) timer.refresh();
            else fail(new ModelError("timeout", `nothing came for ${idleMs} ms`));
          }, idleMs);
          response.on("data", (bytes: Buffer) => {
            if (isClosed || isOver) return;
            timer.refresh();
            unread += bytes.length;
            if (unread > maxLength) {
              fail(new ModelError("protocol", `an event is longer than ${maxLength} bytes`));
              return;
            }
            controller.enqueue(bytes);
            if ((controller.desiredSize ?? 0) <= 0) response.pause();
          });
          response.once("end", () => {
            if (isClosed) return;
            isClosed = true;
            isEnded = true;
            clearTimeout(timer);
            controller.close();
          });
          const onBroken = (cause?: unknown) => fail(new ModelError("cut", "the stream broke off", { cause }));
          response.on("error", onBroken);
          response.once("close", () => {
            clearTimeout(timer);
            onBroken();
          });
        },
        pull() {
          response.resume();
        },
        cancel() {
          isClosed = true;
          response.destroy();
        },
      },
      { highWaterMark: 64 * 1024, size: (bytes) => bytes.byteLength },
    );
  }

  return {
    fetch: send,
    failure: () => failure,
    isEnded: () => isEnded,
    progress() {
      unread = 0;
    },
    close(isComplete) {
      isOver = true;
      for (const response of responses) {
        if (response.complete) continue;
        if (isComplete) drainResponse(response);
        else response.destroy();
      }
    },
  };
}

function plainHeaders({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] satisfies [string, string]] : [],
  );
}
