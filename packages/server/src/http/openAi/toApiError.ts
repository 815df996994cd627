import type { AnswerEnd, ErrorCode } from "@lectern/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import { invalidKeyError } from "../../modules/apiKeys/service.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { toEndError, toLostRightError } from "../chat/sendWholeAnswer.ts";
import { logFailure, toErrorResponse } from "../errors/errorResponse.ts";
import type { ApiCall } from "./apiCall.ts";
import { createApiError, createModelNotFoundError } from "./apiErrors.ts";

/** The `error` of a failed call (https://platform.openai.com/docs/guides/error-codes). */
export const ApiError = z.object({
  message: z.string(),
  type: z.enum(["invalid_request_error", "requests", "insufficient_quota", "server_error"]),
  /** The field of the request that is wrong, such as `messages[0].role`. */
  param: z.nullable(z.string()),
  code: z.nullable(z.string()),
});
type ApiError = z.infer<typeof ApiError>;

/** Fastify's error handler for the paths of this API. */
export function sendApiError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const response = toErrorResponse(error, request.id);
  logFailure(error, request, response);
  const apiError = toApiError(error, request.id);
  void reply
    .code(response.status)
    .headers(response.headers)
    // Otherwise, clients would retry a call that a spending limit has rejected.
    .headers(apiError.code === "insufficient_quota" ? { "x-should-retry": "false" } : {})
    .header("cache-control", "no-store")
    .send({ error: apiError });
}

/** A program has no use for the advice to sign in. */
const keyAdvice = "The authorization header has no valid API key or access token.";

/** Converts any error. Reveals no details of an error that is not an AppError. */
export function toApiError(error: unknown, requestId: string): ApiError {
  const { body } = toErrorResponse(error, requestId);
  const { message, code, issues = [], param, apiCode } = body;
  // The body as a whole has an empty path.
  const issue = issues.find(({ path }) => path !== "");
  const { type, code: defaultCode } = describeCode(code, body);
  const text = code === "unauthenticated" && body.error !== invalidKeyError ? keyAdvice : message;
  return {
    message: issue ? `${text} ${toParam(issue.path)}: ${issue.message}` : text,
    type,
    param: typeof param === "string" ? param : issue ? toParam(issue.path) : null,
    code: typeof apiCode === "string" ? apiCode : defaultCode,
  };
}

function describeCode(code: ErrorCode, fields: Record<string, unknown>): Pick<ApiError, "type" | "code"> {
  switch (code) {
    case "unauthenticated":
      return { type: "invalid_request_error", code: "invalid_api_key" };
    case "forbidden": {
      const isDisclosure = fields.error === "DisclosureRequired";
      return { type: "invalid_request_error", code: isDisclosure ? "disclosure_required" : "insufficient_permissions" };
    }
    case "tooLarge":
      return { type: "invalid_request_error", code: "request_too_large" };
    case "rateLimited":
      return fields.rateLimitInfo === undefined
        ? { type: "requests", code: "rate_limit_exceeded" }
        : { type: "insufficient_quota", code: "insufficient_quota" };
    case "invalidInput":
    case "notFound":
    case "methodNotAllowed":
    case "conflict":
    case "unsupportedMediaType":
    case "unprocessable":
      return { type: "invalid_request_error", code: null };
    case "internal":
    case "providerFailed":
    case "unavailable":
    case "providerTimeout":
      return { type: "server_error", code: null };
    default:
      return code satisfies never;
  }
}

/**
 * Converts an error of a run: what a person would read of a chat becomes what a program can act on. `model` is what the
 * client has named, and `inputField` the field with the text for the model.
 */
export function toRunError(error: unknown, { model, inputField }: Pick<ApiCall, "model" | "inputField">): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, userMessage, cause, issues, fields } = error;
  if (fields.apiCode !== undefined) return error;
  if (code === "forbidden" || code === "notFound") return createModelNotFoundError(model);
  if (code === "tooLarge") {
    const apiCode = "context_length_exceeded";
    return createApiError("invalidInput", userMessage, { param: inputField, apiCode, cause });
  }
  if (issues?.some(({ path }) => path === "messages"))
    return createApiError("invalidInput", userMessage, { param: inputField, cause });
  if (!(cause instanceof ModelError) || issues) return error;
  if (cause.kind === "contentFilter")
    return createApiError("invalidInput", userMessage, { apiCode: "content_filter", cause });
  return cause.kind === "badRequest" ? createApiError("invalidInput", userMessage, { cause }) : error;
}

/** Says why an answer has ended before it was complete. `cause`: the failure, if it is known. */
export function toEndFailure(end: AnswerEnd, cause: unknown, call: Pick<ApiCall, "model" | "inputField">): unknown {
  return end.end === "stopped" ? createStoppedError(end) : toRunError(cause ?? toEndError(end), call);
}

/** Something else than the client has stopped the answer: the end of a right, or of the server. */
export function createStoppedError(end: AnswerEnd): AppError {
  const lostRight = toLostRightError(end);
  if (lostRight?.code !== "forbidden") {
    return lostRight ?? createApiError("unavailable", end.message ?? "The answer was stopped.");
  }
  return createApiError("forbidden", lostRight.userMessage, { apiCode: "insufficient_permissions" });
}

/** `messages.0.role` becomes `messages[0].role`. */
const toParam = (path: string) => path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
