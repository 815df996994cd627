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

/** Returns true unless the credential is an API key that lacks a scope of one of these sets. */
export function hasScopes(credential: Credential, sets: readonly RequiredKeyScopes[]): boolean {
  if (credential.kind !== "key") return true;
  return sets.every((required) => required !== "none" && required.some((scope) => credential.scopes.has(scope)));
}

/** Throws `forbidden` if the credential is an API key that has none of these scopes. */
export function assertScope(credential: Credential, required: RequiredKeyScopes): void {
  if (hasScopes(credential, [required])) return;
  if (required === "none") throw new AppError("forbidden", { userMessage: "API keys can’t do this. Please sign in." });
  throw new AppError("forbidden", { userMessage: `This API key needs the access type ${required.join(" or ")}.` });
}
