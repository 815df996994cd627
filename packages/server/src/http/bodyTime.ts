import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends the connection of every request whose body has not come in whole after `timeoutMs`, which `allowLongBody` can lift for one. It counts from
 * the end of the headers, which have a time of their own.
 */
export function limitBodyTime(server: Server, timeoutMs: number): void {
  // First of all: the handler of an upload, which gets longer, may run at once.
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) =>
    setTimer(request, response, timeoutMs),
  );
}

/** Gives one request longer, as long as bytes keep coming: at most `longestMs`, and not `idleMs` without any. */
export function allowLongBody(
  request: IncomingMessage,
  response: ServerResponse,
  { longestMs, idleMs }: { longestMs: number; idleMs: number },
): void {
  const { socket } = request;
  // A request that was made within the process has none.
  if (!(socket instanceof Socket)) return;
  clearTimeout(timers.get(request));
  setTimer(request, response, longestMs);
  socket.setTimeout(idleMs);
  const endIdling = () => socket.destroy();
  socket.once("timeout", endIdling);
  const lift = () => {
    socket.off("timeout", endIdling);
    // After the reply it is Node's own, for a connection that waits for its next request.
    if (!response.writableEnded) socket.setTimeout(0);
  };
  request.once("end", lift);
  response.once("close", lift);
}

function setTimer(request: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  // The request forgets it when its connection has ended.
  const { socket } = request;
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, timeoutMs);
  timer.unref();
  timers.set(request, timer);
  request.once("end", () => clearTimeout(timer));
  // A request that was answered early may still be coming, and holds its connection until it has come.
  response.once("close", () => {
    if (request.complete || socket.destroyed) clearTimeout(timer);
  });
}
