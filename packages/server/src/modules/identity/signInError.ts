import * as openid from "openid-client";
import { AppError } from "../../core/appError.ts";

/** Describes a failed sign-in for the log: which check failed, without tokens, codes or URLs that contain them. */
export function describeSignInError(error: unknown): string {
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError) {
    return `the provider returned ${error.error.slice(0, 100)}`;
  }
  if (error instanceof openid.ClientError) return `${error.code ?? "CLIENT_ERROR"}: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
}

/** Converts an error of a sign-in to one with a message to the person. */
export function toSignInError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof openid.AuthorizationResponseError) {
    return new AppError("forbidden", {
      userMessage: "The identity provider didn’t sign you in, or you cancelled the sign-in.",
      cause: error,
    });
  }
  if (isProviderFailure(error)) {
    return new AppError("providerFailed", {
      userMessage: "The identity provider couldn’t be reached. Please try again in a minute.",
      cause: error,
    });
  }
  return new AppError("invalidInput", { userMessage: "This sign-in couldn’t be verified.", cause: error });
}

function isProviderFailure(error: unknown): boolean {
  if (error instanceof openid.ClientError) {
    return error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
  }
  return error instanceof TypeError;
}
