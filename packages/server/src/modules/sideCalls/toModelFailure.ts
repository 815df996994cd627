import { AppError } from "../../core/appError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";

/** Says that the model of a side call has failed. Any other error stays as it is. */
export function toModelFailure(error: unknown): unknown {
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  if (isTimeout || (error instanceof ModelError && error.kind === "timeout")) {
    const userMessage = "The model’s server took too long to answer.";
    return new AppError("providerTimeout", { userMessage, cause: error });
  }
  if (!(error instanceof ModelError)) return error;
  return new AppError("providerFailed", { userMessage: "The model’s server reported an error.", cause: error });
}
