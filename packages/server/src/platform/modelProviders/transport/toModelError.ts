import type { IncomingHttpHeaders } from "node:http";
import { ModelError, type ModelErrorKind } from "../modelProvider.ts";
import { findRefusedParameter } from "./findRefusedParameter.ts";
import { isRecord, toNumberOrUndefined } from "./jsonValues.ts";
import { refusesImages } from "./refusesImages.ts";

export interface ModelErrorResponse {
  /** HTTP status; undefined for an error inside a stream that started successfully. */
  status: number | undefined;
  /** The parsed body, of unknown shape. */
  body: unknown;
  retryAfter?: string | undefined;
  headers?: IncomingHttpHeaders;
  now?: Date;
}

/**
 * Converts a model server's error response. The error's message has only the status and the server's error code,
 * because the server's message can repeat a key or the conversation.
 */
export function toModelError({
  status: httpStatus,
  body,
  retryAfter,
  headers = {},
  now,
}: ModelErrorResponse): ModelError {
  const { code, text, namedStatus, retryDelay, resetAt } = readError(body);
  const status = httpStatus ?? namedStatus;
  const kind = classifyError(status, code, text);
  const isImageRefused = mayRefuseImages(kind, status) && refusesImages(body);
  const hasRetryTime = kind === "rateLimited" || kind === "serverError";
  const seconds = hasRetryTime
    ? (parseRetryAfter(retryAfter, now ?? new Date()) ??
      (typeof retryDelay === "number" ? toSeconds(retryDelay) : parseDuration(retryDelay)) ??
      findRetryDelay(text) ??
      toSecondsUntil(resetAt, now ?? new Date()) ??
      (kind === "rateLimited" ? findReset(headers) : undefined))
    : undefined;
  const message = httpStatus === undefined ? "the server broke off with an error" : `the server answered ${status}`;
  return new ModelError(isImageRefused ? "badRequest" : kind, code === "" ? message : `${message} (${code})`, {
    ...(status !== undefined && { status }),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    // llama.cpp answers 500 if a model's template refuses the messages.
    ...((kind === "badRequest" || kind === "serverError") && { refusedParameter: findRefusedParameter(body) }),
    isImageRefused,
    isLoadingModel: kind === "serverError" && loadingModelPattern.test(text),
  });
}

/** Ollama and llama.cpp answer 500 if a model has no vision; OpenRouter and gateways 404, or 413 if a picture is too large. */
function mayRefuseImages(kind: ModelErrorKind, status: number | undefined): boolean {
  return (
    kind === "badRequest" ||
    kind === "modelNotFound" ||
    (kind === "contextTooLong" && status === 413) ||
    (kind === "serverError" && (status === undefined || status === 500 || status === 501))
  );
}

function classifyError(status: number | undefined, code: string, text: string): ModelErrorKind {
  // Use the text only if the request may be the cause: messages about overload or the key can mention tokens and
  // context too.
  const isInputError = status === undefined || status === 400 || status === 413 || status === 422;
  if (code === "context_length_exceeded" || (isInputError && contextTooLongPattern.test(text))) return "contextTooLong";
  if (/content_?(filter|policy)|ResponsibleAIPolicyViolation/i.test(code)) return "contentFilter";
  if (isInputError && /blocked by content filtering/i.test(text)) return "contentFilter"; // Anthropic
  if (unsupportedPattern.test(text)) return "badRequest";
  if (/^(model_not_found|DeploymentNotFound)$/i.test(code)) return "modelNotFound";
  if (isInputError && /model identifier is invalid/i.test(text)) return "modelNotFound"; // Bedrock
  if (code === "API_KEY_INVALID") return "unauthorized"; // Google, with status 400
  // OpenAI and compatible gateways with 429 or 402, Anthropic with 400.
  if (/insufficient_quota|billing|insufficient_(balance|credits)/i.test(code) || status === 402) return "quotaUsedUp";
  if (isInputError && /credit balance is too low/i.test(text)) return "quotaUsedUp";
  if (status === undefined) return classifyErrorCode(code);
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404) return "modelNotFound";
  if (status === 408 || status === 504) return "timeout";
  if (status === 413) return "contextTooLong";
  if (status === 429) return "rateLimited";
  // Bedrock answers 424 if one of its models failed.
  if (status >= 500 || status === 424) return "serverError";
  return status >= 400 ? "badRequest" : "protocol";
}

function classifyErrorCode(code: string): ModelErrorKind {
  if (/rate_limit|TooManyRequests|RESOURCE_EXHAUSTED|throttling/i.test(code)) return "rateLimited";
  if (/invalid_api_key|authentication|permission|accessdenied/i.test(code)) return "unauthorized";
  return /invalid_request|INVALID_ARGUMENT|validation/i.test(code) ? "badRequest" : "serverError";
}

/**
 * Matches the messages of OpenAI, Azure, vLLM, llama.cpp, Ollama, Anthropic, Google and Bedrock for input that is too
 * long.
 */
const contextTooLongPattern =
  /maximum context length|context (length|window|size|limit)|(prompt|input) is too long|exceeds? the (available )?context|input token count.{0,40}exceeds/i;

/** llama.cpp (503 `Loading model`), Hugging Face (503 `Model … is currently loading`), LocalAI and Ollama while they start. */
const loadingModelPattern =
  /\bloading (the )?model\b|\bmodel\b.{0,200}\b(is|being) (currently |still )?load(ing|ed)\b/i;

/** OpenRouter answers 404 if no provider of a model supports functions or images, llama.cpp without templates 500. */
const unsupportedPattern = /no endpoints found that support|tools param requires/i;

/**
 * Reads the error's code and message; each is empty if it is absent, and the code also if it is not a single word.
 * Bodies: `{error: {code, type, message}}`, `{error: "…"}`, `{message, __type}` (Bedrock), `{error: {status, message,
 * details: [{reason}]}}` (Google), also as `[{error}]`, `{detail: "…"}` (FastAPI).
 */
function readError(body: unknown): {
  code: string;
  text: string;
  /** The HTTP status that the body names, as events within a stream of vLLM, OpenRouter and LiteLLM do. */
  namedStatus?: number | undefined;
  /** A duration, or a number of seconds. */
  retryDelay?: unknown;
  /** The time when the limit is reset, in milliseconds since 1970. */
  resetAt?: unknown;
} {
  // Google's OpenAI-compatible API wraps the error in a list.
  const [outerBody]: unknown[] = Array.isArray(body) ? body : [body];
  const errorBody = isRecord(outerBody) ? (outerBody.error ?? outerBody) : outerBody;
  if (typeof errorBody === "string") return { code: "", text: errorBody };
  if (!isRecord(errorBody)) return { code: "", text: "" };
  const innerCode = isRecord(errorBody.innererror) ? errorBody.innererror.code : undefined;
  const text = [errorBody.message, errorBody.detail].find((value) => typeof value === "string") ?? "";
  const details = Array.isArray(errorBody.details) ? errorBody.details : [];
  const reasons = details.map((detail) => (isRecord(detail) ? detail.reason : undefined));
  const code =
    [...reasons, errorBody.code, innerCode, errorBody.type, errorBody.status, errorBody.__type].find(isErrorCode) ?? "";
  // Google's `google.rpc.RetryInfo`, and the field of several gateways.
  const retryDelay =
    details.map((detail) => (isRecord(detail) ? detail.retryDelay : undefined)).find(Boolean) ??
    errorBody.retry_after ??
    (isRecord(outerBody) ? outerBody.retry_after : undefined);
  const namedStatus = [errorBody.code, errorBody.status, errorBody.status_code].map(toStatus).find(Boolean);
  // OpenRouter repeats its headers in the body, also those of an error within a stream.
  const metadata = isRecord(errorBody.metadata) ? errorBody.metadata : {};
  const resetAt = isRecord(metadata.headers) ? metadata.headers["X-RateLimit-Reset"] : undefined;
  return { code, text, namedStatus, retryDelay, resetAt };
}

/** Reads a number, or LiteLLM's text of one. */
function toStatus(value: unknown): number | undefined {
  const status = toNumberOrUndefined(value);
  return status !== undefined && Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}

function isErrorCode(value: unknown): value is string {
  return typeof value === "string" && /^[a-z][a-z_]{1,63}$/i.test(value);
}

/** Parses `Retry-After`, a number of seconds or an HTTP date, to whole seconds. */
function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

const unitSeconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
const durationSource = "(\\d+(?:\\.\\d+)?)\\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)(?![a-z])";
const durationPart = new RegExp(durationSource, "gi");
const retryPattern = new RegExp(`(?:try again|retry)(?: after| in)?:? ((?:${durationSource}\\s*)+)`, "i");

/** Parses durations such as `34.5s` (Google), `1m30s`, `120ms`, `1h0m2s` (OpenAI, Groq) and `20 seconds` (Azure). */
function parseDuration(value: unknown): number | undefined {
  if (typeof value !== "string" || value.replaceAll(durationPart, "").trim() !== "") return undefined;
  const parts = [...value.matchAll(durationPart)];
  if (parts.length === 0) return undefined;
  const seconds = parts.reduce((sum, [, amount, unit = ""]) => {
    const name = /^mill|^ms/i.test(unit) ? "ms" : unit.charAt(0).toLowerCase();
    return sum + Number(amount) * (unitSeconds[name] ?? 0);
  }, 0);
  return toSeconds(seconds);
}

function toSecondsUntil(timeMs: unknown, now: Date): number | undefined {
  const time = toNumberOrUndefined(timeMs);
  return time === undefined ? undefined : toSeconds((time - now.getTime()) / 1000);
}

const toSeconds = (seconds: number) => (Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined);

/** Returns when the limit that is used up, or else the last one, is reset, in seconds (OpenAI, Azure, Groq). */
function findReset(headers: IncomingHttpHeaders): number | undefined {
  const limits = ["requests", "tokens"].map((name) => ({
    remaining: headers[`x-ratelimit-remaining-${name}`],
    seconds: parseDuration(headers[`x-ratelimit-reset-${name}`]),
  }));
  const usedUp = limits.filter(({ remaining }) => Number(remaining) === 0);
  const resets = (usedUp.length > 0 ? usedUp : limits).flatMap(({ seconds }) => seconds ?? []);
  return resets.length > 0 ? Math.max(...resets) : undefined;
}

/** Finds the time in messages such as "Please try again in 1m7.5s" (OpenAI, Groq) or "retry after 20 seconds" (Azure). */
function findRetryDelay(text: string): number | undefined {
  return parseDuration(retryPattern.exec(text)?.[1]);
}
