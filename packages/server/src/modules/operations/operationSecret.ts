import type { HttpAuth } from "@lectern/contract";
import * as z from "zod/mini";
import type { Platform } from "../../core/context.ts";
import type { OperationRow } from "./repository.ts";

/** Beside the secret, for which operation and server it was entered. */
const SealedSecret = z.object({ id: z.string(), origin: z.string(), secret: z.string() });

/** Returns the part of `auth` that is secret: a token or a password. Empty if there is none. */
export function getSecret({ type, token, password }: HttpAuth): string {
  switch (type) {
    case "none":
      return "";
    case "basic":
      return password;
    case "bearer":
      return token;
    default:
      return type satisfies never;
  }
}

/** Adds a secret to how requests are authenticated, where `getSecret` finds it. */
export const withSecret = (
  { auth_type: type, auth_username: username }: Pick<OperationRow, "auth_type" | "auth_username">,
  secret: string,
): HttpAuth => ({
  type,
  username,
  token: type === "bearer" ? secret : "",
  password: type === "basic" ? secret : "",
});

/** The scheme, the host and the port of a URL, to which its secret may be sent. */
export const getOrigin = (url: string): string => new URL(url).origin;

export function sealSecret(
  { secrets }: Pick<Platform, "secrets">,
  { id, url }: Pick<OperationRow, "id" | "url">,
  secret: string,
): string {
  return secrets.seal("operationSecrets", JSON.stringify({ id, origin: getOrigin(url), secret }));
}

/**
 * Opens the secret of an operation; empty if it has none. Returns null if it cannot be decrypted, or was sealed for
 * another operation or another server: somebody who can write to the database must not redirect it.
 */
export function openSecret(
  { secrets }: Pick<Platform, "secrets">,
  { id, url, sealed_secret: sealed }: Pick<OperationRow, "id" | "url" | "sealed_secret">,
): string | null {
  if (sealed === null) return "";
  try {
    const opened = SealedSecret.parse(JSON.parse(secrets.open("operationSecrets", sealed)));
    return opened.id === id && opened.origin === getOrigin(url) ? opened.secret : null;
  } catch {
    // The server has another secret now. Who uses the operation says what to do.
    return null;
  }
}
