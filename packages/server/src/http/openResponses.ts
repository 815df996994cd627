import type { Server, ServerResponse } from "node:http";

/** The replies that are being written, so that a server which ends can wait for the last word of each. */
export interface OpenResponses {
  /** Resolves when none is left, or after `longestMs`. Connections that carry none are closed. */
  done(longestMs: number): Promise<void>;
}

/** Watches a server from now on. */
export function watchResponses(server: Server): OpenResponses {
  const open = new Set<ServerResponse>();
  let onEmpty: () => void = () => undefined;
  server.on("request", (_, response: ServerResponse) => {
    open.add(response);
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0) onEmpty();
    });
  });
  return {
    async done(longestMs) {
      server.closeIdleConnections();
      if (open.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longestMs);
        onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
