import type { Server, ServerResponse } from "node:http";

/** Tracks responses in progress, so that a shutdown can wait for them. */
export interface ResponseTracker {
  /** Closes idle connections and resolves when all responses have ended, or after `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
}

/** Tracks all responses of a server to requests that arrive after this call. */
export function trackResponses(server: Server): ResponseTracker {
  const openResponses = new Set<ServerResponse>();
  let onEmpty: () => void = () => undefined;
  server.on("request", (_, response: ServerResponse) => {
    openResponses.add(response);
    response.once("close", () => {
      openResponses.delete(response);
      if (openResponses.size === 0) onEmpty();
    });
  });
  return {
    async drain(timeoutMs) {
      server.closeIdleConnections();
      if (openResponses.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
