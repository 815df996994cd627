import { chatTexts } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { toStorageAppError } from "../../core/toStorageAppError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";

const overloadedStatuses: readonly (number | undefined)[] = [503, 529];

/** Converts the failure of a model call into an error whose code and message may be shown to a person. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof ModelError)) return toStorageAppError(error) ?? new AppError("internal", { cause: error });
  const createFailure = (code: ConstructorParameters<typeof AppError>[0], userMessage: string, headers = {}) =>
    new AppError(code, { userMessage, headers, cause: error });

  switch (error.kind) {
    case "unreachable":
      return createFailure("providerFailed", "The model’s server couldn’t be reached.");
    case "insecure":
      return createFailure(
        "providerFailed",
        "The model’s server couldn’t be reached over a secure connection. Please ask your administrator to check its certificate.",
      );
    case "unauthorized":
      return createFailure("providerFailed", chatTexts.keyRejected);
    case "modelNotFound":
      return createFailure(
        "providerFailed",
        "The model’s server doesn’t know this model. Please choose another, or ask your administrator to check it.",
      );
    case "rateLimited":
      return createFailure(
        "rateLimited",
        `The model is busy.${formatAdvice(error, "Please try again in a moment.")}`,
        buildRetryAfterHeader(error),
      );
    case "quotaUsedUp":
      return createFailure(
        "providerFailed",
        "Your institution’s credit with this model’s provider is used up. Please choose another model, or tell your administrator.",
      );
    case "contextTooLong":
      return createFailure("tooLarge", "The chat is too long for this model. Please shorten it, or start a new one.");
    case "contentFilter":
      return createFailure("invalidInput", "The model’s server rejected this message because of its content policy.");
    case "badRequest":
      return createFailure(
        "providerFailed",
        "The model’s server rejected the request. Please choose another model, or tell your administrator.",
      );
    case "serverError":
      if (error.isLoadingModel)
        return createFailure(
          "unavailable",
          `The model is being loaded.${formatAdvice(error, "Please try again in a minute.")}`,
          buildRetryAfterHeader(error),
        );
      return overloadedStatuses.includes(error.status)
        ? createFailure(
            "unavailable",
            `The model’s server is overloaded.${formatAdvice(error, "Please try again in a minute.")}`,
            buildRetryAfterHeader(error),
          )
        : createFailure("providerFailed", "The model’s server reported an error.");
    case "timeout":
      return createFailure("providerTimeout", "The model’s server took too long to answer.");
    case "cut":
      return createFailure("providerFailed", "The connection to the model’s server was lost.");
    case "protocol":
      return createFailure("providerFailed", "The model’s server sent a response that couldn’t be read.");
    default:
      return error.kind satisfies never;
  }
}

/** If the server says how long to wait, the client shows that time instead of this advice. */
function formatAdvice({ retryAfterSeconds }: ModelError, advice: string): string {
  return retryAfterSeconds === undefined ? ` ${advice}` : "";
}

function buildRetryAfterHeader({ retryAfterSeconds }: ModelError): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterSeconds)) };
}
