import type { ErrorCode } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

/** Creates an error that names a field of the request, or has a code of its own. */
export function createApiError(
  code: ErrorCode,
  userMessage: string,
  { param = null, apiCode = null, cause }: { param?: string | null; apiCode?: string | null; cause?: unknown } = {},
): AppError {
  return new AppError(code, { userMessage, fields: { param, apiCode }, cause });
}

/** Says that the model of a request does not exist or is not for the caller, who must not learn which. */
export function createModelNotFoundError(model: string): AppError {
  const message = `The model “${model.slice(0, 200)}” doesn’t exist, or it isn’t available to you.`;
  return createApiError("notFound", message, { param: "model", apiCode: "model_not_found" });
}
