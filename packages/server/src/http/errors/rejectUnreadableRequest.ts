import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "../../core/appError.ts";
import { toErrorResponse } from "./errorResponse.ts";

/**
 * Responds to clients whose request is malformed or whose headers arrive too slowly. Writes directly to the socket,
 * because no request object exists yet.
 */
export function rejectUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW" || error.code === "HPE_CHUNK_EXTENSIONS_OVERFLOW";
  const { status, body } = toErrorResponse(
    new AppError(isTooLarge ? "tooLarge" : "invalidInput", { userMessage: "The request couldn’t be read." }),
    randomUUID(),
  );
  const text = JSON.stringify(body);
  const headLines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(text)}`,
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${headLines.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}
