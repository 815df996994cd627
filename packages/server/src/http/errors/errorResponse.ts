import { type ErrorCode, errorStatus, type Failure } from "@lectern/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import { toStorageAppError } from "../../core/toStorageAppError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";

export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: Failure & Record<string, unknown>;
}

/** Converts an error into a response. Reveals no details of an error that is not an AppError. */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const appError = error instanceof AppError ? error : toAppError(error);
  return {
    status: errorStatus[appError.code],
    headers: appError.headers,
    body: {
      ...appError.fields,
      success: false,
      message: appError.userMessage,
      code: appError.code,
      requestId,
      ...(appError.issues ? { issues: appError.issues } : {}),
    },
  };
}

/** Fastify's error handler: sends the response and logs one line. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const response = toErrorResponse(error, request.id);
  logFailure(error, request, response);
  void reply.code(response.status).headers(response.headers).header("cache-control", "no-store").send(response.body);
}

/**
 * Logs one line about a failed request. From status 500, it has the error. The failure of a model's server is only a
 * warning, because this server has done its part.
 */
export function logFailure(error: unknown, request: FastifyRequest, { status, body: { code } }: ErrorResponse): void {
  if (hasDisconnected(request)) request.log.info({ code }, "the client disconnected before its request was complete");
  else if (isModelFailure(error)) request.log.warn({ err: error, code }, "a model's server failed");
  else if (status >= 500) request.log.error({ err: error, code }, "request failed");
  else request.log.info({ code }, "request refused");
}

/** True if the client disconnected before it had sent the whole request, which is not the server's fault. */
const hasDisconnected = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

const modelFailureCodes: readonly ErrorCode[] = ["providerFailed", "providerTimeout"];
const isModelFailure = (error: unknown) =>
  error instanceof AppError && (modelFailureCodes.includes(error.code) || error.cause instanceof ModelError);

function toAppError(error: unknown): AppError {
  const storageError = toStorageAppError(error);
  if (storageError) return storageError;
  const status = getStatusCode(error);
  if (status === 413) return new AppError("tooLarge", { cause: error });
  if (status === 415) return new AppError("unsupportedMediaType", { cause: error });
  if (status !== undefined && status >= 400 && status < 500) {
    return new AppError("invalidInput", { userMessage: "The request couldn’t be read.", cause: error });
  }
  return new AppError("internal", { cause: error });
}

function getStatusCode(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  return typeof error.statusCode === "number" ? error.statusCode : undefined;
}
