import { errorStatus, type Failure } from "@lectern/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, databaseUnreachable } from "../core/appError.ts";
import { isDatabaseUnreachable } from "../platform/db/isDatabaseUnreachable.ts";

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: Failure & Record<string, unknown>;
}

/** Turns whatever was thrown into what the client may know of it. Anything that is not an AppError says nothing of itself. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const known = error instanceof AppError ? error : fromFramework(error);
  return {
    status: errorStatus[known.code],
    headers: known.headers,
    body: {
      ...known.fields,
      success: false,
      message: known.userMessage,
      code: known.code,
      requestId,
      ...(known.issues ? { issues: known.issues } : {}),
    },
  };
}

/** Fastify's error handler: the reply, and a log line with the cause where the fault is ours. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const response = toErrorResponse(error, request.id);
  if (hasLeft(request)) request.log.info({ code: response.body.code }, "the client left before its request had come");
  else if (response.status >= 500) request.log.error({ err: error, code: response.body.code }, "request failed");
  else request.log.info({ code: response.body.code }, "request refused");
  void reply.code(response.status).headers(response.headers).header("cache-control", "no-store").send(response.body);
}

/** Whoever breaks off an upload is no fault of the server. */
const hasLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

function fromFramework(error: unknown): AppError {
  if (isDatabaseUnreachable(error)) return databaseUnreachable(error);
  const status = statusOf(error);
  if (status === 413) return new AppError("tooLarge", { cause: error });
  if (status === 415) return new AppError("unsupportedMediaType", { cause: error });
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError("invalidInput", { userMessage: "The request could not be read.", cause: error });
  }
  return new AppError("internal", { cause: error });
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  return typeof error.statusCode === "number" ? error.statusCode : undefined;
}
