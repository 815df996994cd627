import * as openid from "openid-client";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { describeOAuthError } from "../../identity/service.ts";

/** Logs why a connection failed, and converts the error to one with a sentence for the person. */
export function toConnectingError({ log }: Pick<Platform, "log">, cause: unknown): AppError {
  log.warn({ reason: describeOAuthError(cause) }, "a person could not connect an account");
  if (cause instanceof openid.AuthorizationResponseError) {
    return new AppError("forbidden", { userMessage: "You didn’t allow the connection, or you cancelled it." });
  }
  if (cause instanceof openid.ResponseBodyError && /^(invalid|unauthorized)_client$/.test(cause.error)) {
    return new AppError("providerFailed", {
      userMessage: "The provider doesn’t accept this server. An administrator must check the client ID and its secret.",
    });
  }
  if (cause instanceof TypeError || (cause instanceof openid.ClientError && cause.code === "OAUTH_TIMEOUT")) {
    return new AppError("providerFailed", {
      userMessage: "The provider couldn’t be reached. Please try again in a minute.",
    });
  }
  return new AppError("invalidInput", { userMessage: "This connection couldn’t be verified." });
}
