import type { IncomingMessage } from "node:http";
import { ModelError } from "../modelProvider.ts";
import { drainResponse } from "../transport/modelHttp.ts";
import { getMediaType, type ModelTransport, maxEventLength, postModelRequest } from "../transport/modelTransport.ts";

/** The HTTP client of the AI SDK's models, for one call. */
export interface ModelFetch {
  fetch: typeof globalThis.fetch;
  /** Returns the first `ModelError` of this client, which the SDK wraps in its own error; null if there is none. */
  getFailure(): ModelError | null;
  /** True if the last response was read to its end. */
  isEnded(): boolean;
  /** The caller must report each parsed part, because more than `maxLength` bytes without one are an error. */
  reportProgress(): void;
  /** Releases the connection for reuse if the answer is complete, or else destroys it. */
  close(isComplete: boolean): void;
}

/**
 * Creates the HTTP client that replaces the SDK's own: it shares connections, applies our time limits, follows no
 * redirects, and throws `ModelError` for error responses. Aborting the signal destroys the connection at any time. A
 * response of another media type than `streamType` is an error.
 */
export function createModelFetch(
  transport: ModelTransport,
  {
    streamType,
    signal,
    maxLength = maxEventLength,
  }: {
    streamType: string;
    signal: AbortSignal;
    /** Maximum bytes between two calls of `reportProgress`. */
    maxLength?: number;
  },
): ModelFetch {
  let failure: ModelError | null = null;
  let isEnded = false;
  let isClosing = false;
  let bytesSinceProgress = 0;
  const responses: IncomingMessage[] = [];
  const recordFailure = (error: unknown) => {
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
        throw new ModelError("protocol", `the server's answer is not ${streamType}`, {
          status: 200,
        });
      }
      return new Response(createBodyStream(response), { status: 200, headers: toSingleHeaders(response) });
    } catch (error) {
      throw recordFailure(error);
    }
  }

  function createBodyStream(response: IncomingMessage): ReadableStream<Uint8Array> {
    let isClosed = false;
    return new ReadableStream(
      {
        start(controller) {
          const { idleMs } = transport.limits;
          const fail = (error: unknown) => {
            if (isClosed) return;
            isClosed = true;
            clearTimeout(timer);
            controller.error(recordFailure(error));
            response.destroy();
          };
          const timer = setTimeout(() => {
            if (response.isPaused()) timer.refresh();
            else fail(new ModelError("timeout", `no data for ${idleMs} ms`));
          }, idleMs);
          response.on("data", (bytes: Buffer) => {
            if (isClosed || isClosing) return;
            timer.refresh();
            bytesSinceProgress += bytes.length;
            if (bytesSinceProgress > maxLength) {
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
    getFailure: () => failure,
    isEnded: () => isEnded,
    reportProgress() {
      bytesSinceProgress = 0;
    },
    close(isComplete) {
      isClosing = true;
      for (const response of responses) {
        if (response.complete) continue;
        if (isComplete) drainResponse(response);
        else response.destroy();
      }
    },
  };
}

function toSingleHeaders({ headers }: IncomingMessage): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] satisfies [string, string]] : [],
  );
}
