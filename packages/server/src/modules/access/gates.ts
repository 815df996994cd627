import type { RequiredKeyScopes } from "@lectern/contract";
import type { Credential } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Gate } from "../../core/context.ts";
import { createBlockedError } from "../../core/createBlockedError.ts";
import { getSupportEmail, loadAppearance } from "../appearance/service.ts";

/** Rejects a principal whom an administrator has blocked. */
export const blockedGate: Gate = async (platform, actor) => {
  if (!actor.isBlocked) return;
  throw createBlockedError(getSupportEmail((await loadAppearance(platform)).appearance));
};

/** Rejects an API key that has none of the scopes which open what the request asks for. */
export const keyScopeGate: Gate = (_platform, { credential }, { keyScopes }) => {
  for (const required of keyScopes) assertScope(credential, required);
};

/** Throws `forbidden` if the credential is an API key that has none of these scopes. */
export function assertScope(credential: Credential, required: RequiredKeyScopes): void {
  if (credential.kind !== "key") return;
  if (required === "none") throw new AppError("forbidden", { userMessage: "API keys can’t do this. Please sign in." });
  if (required.some((scope) => credential.scopes.has(scope))) return;
  throw new AppError("forbidden", { userMessage: `This API key needs the access type ${required.join(" or ")}.` });
}
