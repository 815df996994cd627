import { type HttpCallResult, type HttpRequestTemplate, limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { GuardedHttpError } from "../../../platform/guardedHttp/guardedHttpError.ts";
import { sendGuardedRequest } from "../../../platform/guardedHttp/sendGuardedRequest.ts";
import { fillRequest } from "./fillRequest.ts";
import type { ParamValues } from "./substitute.ts";

const timeoutMs = 20_000;
const maxBytes = 262_144;

export interface HttpOperationCall {
  template: HttpRequestTemplate;
  /** The values of the declared parameters, and no others. */
  params: ParamValues;
}

/**
 * Sends the request of an operation, with the values of its parameters. Any status is a result, also a failure of the
 * other server. Throws the signal's reason, and `AppError` with a sentence for people: `invalidInput` if the request
 * cannot be sent, `providerFailed` and `providerTimeout` if there is no answer.
 */
export async function callHttpOperation(
  { config }: Pick<Platform, "config">,
  { template, params }: HttpOperationCall,
  { signal }: { signal: AbortSignal },
): Promise<HttpCallResult> {
  const request = fillRequest(template, params);
  try {
    const options = { allowedHosts: config.apiHosts, timeoutMs, maxBytes, signal };
    const { status, text, isCut, durationMs } = await sendGuardedRequest(request, options);
    // A character of two code units is not cut in the middle.
    const body = text.slice(0, limits.httpResultCharacters).replace(/[\uD800-\uDBFF]$/, "");
    return { status, body, isCut: isCut || body.length < text.length, durationMs };
  } catch (error) {
    throw error instanceof GuardedHttpError ? toAppError(error) : error;
  }
}

function toAppError(cause: GuardedHttpError): AppError {
  const details = { userMessage: cause.userMessage, cause };
  switch (cause.kind) {
    case "invalidUrl":
    case "invalidHeader":
    case "refusedAddress":
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
