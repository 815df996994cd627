import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";

const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of a request whose body has not arrived completely `timeoutMs` after the headers.
 * `extendBodyTimeout` extends this time for one request.
 */
export function enforceBodyTimeout(server: Server, timeoutMs: number): void {
  // Prepended, so that the timer exists before the handler of an upload extends the timeout.
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
    setBodyTimer(request, response, timeoutMs),
  );
}

/** Extends the timeout of one request to `maxMs`, but closes the connection after `idleMs` without data. */
export function extendBodyTimeout(
  request: IncomingMessage,
  response: ServerResponse,
  { maxMs, idleMs }: { maxMs: number; idleMs: number },
): void {
  const { socket } = request;
  // An injected request has no socket.
  if (!(socket instanceof Socket)) return;
  clearTimeout(bodyTimers.get(request));
  setBodyTimer(request, response, maxMs);
  socket.setTimeout(idleMs);
  const closeIdleConnection = () => socket.destroy();
  socket.once("timeout", closeIdleConnection);
  const removeIdleTimeout = () => {
    socket.off("timeout", closeIdleConnection);
    // After the response, the socket's timeout is Node's keep-alive timeout.
    if (!response.writableEnded) socket.setTimeout(0);
  };
  request.once("end", removeIdleTimeout);
  response.once("close", removeIdleTimeout);
}

function setBodyTimer(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  // Read the socket now, because the request loses it when the connection ends.
  const { socket } = request;
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, timeoutMs);
  timer.unref();
  bodyTimers.set(request, timer);
  request.once("end", () => clearTimeout(timer));
  // The body of a request that was answered early may still be arriving and occupy the connection.
  response.once("close", () => {
    if (request.complete || socket.destroyed) clearTimeout(timer);
  });
}
