import { type HttpCallResult, type HttpRequestTemplate, type JsonObject, limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { GuardedHttpError } from "../../../platform/guardedHttp/guardedHttpError.ts";
import { type GuardedResponse, sendGuardedRequest } from "../../../platform/guardedHttp/sendGuardedRequest.ts";
import { fillRequest } from "./fillRequest.ts";
import type { ParamValues } from "./substitute.ts";

const timeoutMs = 20_000;
const maxBytes = 262_144;
/** Of a response of which only a part is kept. */
const maxBytesToConvert = 4_194_304;

export interface HttpOperationCall {
  template: HttpRequestTemplate;
  /** The values of the declared parameters, and no others. */
  params: ParamValues;
  /** In place of the body of the template. */
  body?: JsonObject | undefined;
  /** The only origins to which the request may go; absent: all. */
  origins?: readonly string[] | undefined;
  /** Converts the JSON of a response that is no failure. Throws if it is another one. */
  toText?: ((response: unknown) => string) | undefined;
}

/**
 * Sends the request of an operation, with the values of its parameters. Any status is a result, also a failure of the
 * other server. Throws the signal's reason, and `AppError` with a sentence for people: `invalidInput` if the request
 * cannot be sent, `providerFailed` and `providerTimeout` if there is no answer.
 */
export async function callHttpOperation(
  { config }: Pick<Platform, "config">,
  { template, params, body: content, origins, toText }: HttpOperationCall,
  { signal }: { signal: AbortSignal },
): Promise<HttpCallResult> {
  const request = fillRequest(template, params, content);
  try {
    const options = { allowedHosts: config.apiHosts, origins, timeoutMs, signal };
    const response = await sendGuardedRequest(request, {
      ...options,
      maxBytes: toText ? maxBytesToConvert : maxBytes,
    });
    return toResult(toText ? convert(response, toText) : response);
  } catch (error) {
    throw error instanceof GuardedHttpError ? toAppError(error) : error;
  }
}

function toResult({ status, text, isCut, durationMs }: GuardedResponse): HttpCallResult {
  // A character of two code units is not cut in the middle.
  const body = text.slice(0, limits.httpResultCharacters).replace(/[\uD800-\uDBFF]$/, "");
  return { status, body, isCut: isCut || body.length < text.length, durationMs };
}

function convert(response: GuardedResponse, toText: (json: unknown) => string): GuardedResponse {
  if (response.status < 200 || response.status >= 300) return response;
  if (response.isCut) throw new AppError("providerFailed", { userMessage: "The response is too long to be read." });
  try {
    return { ...response, text: toText(JSON.parse(response.text)).replaceAll("\0", "\uFFFD").toWellFormed() };
  } catch (cause) {
    throw new AppError("providerFailed", { userMessage: "The response is not as expected.", cause });
  }
}

function toAppError(cause: GuardedHttpError): AppError {
  const details = { userMessage: cause.userMessage, cause };
  switch (cause.kind) {
    case "invalidUrl":
    case "invalidHeader":
    case "refusedAddress":
    case "refusedOrigin":
      return new AppError("invalidInput", details);
    case "timeout":
      return new AppError("providerTimeout", details);
    case "unresolved":
    case "unreachable":
    case "insecure":
    case "tooManyRedirects":
    case "protocol":
      return new AppError("providerFailed", details);
  }
}
