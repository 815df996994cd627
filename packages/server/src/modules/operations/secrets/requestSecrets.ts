import { type AssistantOperation, type HttpAuth, keptSecret } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { SecretBox } from "../../../platform/secretBox.ts";

/** The part of an operation that has secrets: the values of all headers, a token and a password. */
export type RequestWithSecrets = Pick<AssistantOperation, "id" | "url" | "headers" | "auth">;

/** `path` is `token`, `password` or `header:` with a name. */
type ChangeSecret = (value: string, path: string) => string;

/**
 * What is sealed. A secret is sent only for the operation and to the server for which somebody has entered it: who can write
 * to the database must not redirect it.
 */
interface SealedSecret {
  value: string;
  id: string;
  origin: string;
}

const purpose = "operationSecrets";

/**
 * Seals the secrets of a request that somebody saves. `keptSecret` stands for the stored secret; `stored` are the requests
 * that may have it, the newest first. Throws `invalidInput` if none has, or if the request goes to another server.
 */
export function sealSecrets<Request extends RequestWithSecrets & { name: string }>(
  secretBox: SecretBox,
  request: Request,
  stored: readonly RequestWithSecrets[],
): Request {
  const { id } = request;
  const origin = getOrigin(request.url);
  const sameServer = stored.filter(({ url }) => getOrigin(url) === origin);
  return changeSecrets(request, (value, path) => {
    // One that is entered again stays as it is only to make a repeated request the same.
    for (const each of value === keptSecret ? sameServer : sameServer.slice(0, 1)) {
      const sealed = findSecret(each, path) ?? "";
      const secret = openSecret(secretBox, sealed, { id, origin });
      if (secret !== null && (value === keptSecret || secret === value)) return sealed;
    }
    if (value === keptSecret) throw createLostSecretError(request.name);
    return secretBox.seal(purpose, JSON.stringify({ value, id, origin } satisfies SealedSecret));
  });
}

/** Returns a stored request as it is sent; null if it has a secret that cannot be opened, so that it must not be sent. */
export function openSecrets<Request extends RequestWithSecrets>(
  secretBox: SecretBox,
  request: Request,
): Request | null {
  const { id, url } = request;
  let canOpen = true;
  const opened = changeSecrets(request, (sealed) => {
    const secret = openSecret(secretBox, sealed, { id, origin: getOrigin(url) });
    canOpen &&= secret !== null;
    return secret ?? "";
  });
  return canOpen ? opened : null;
}

/** Returns a stored request as people see it. */
export const maskSecrets = <Request extends Omit<RequestWithSecrets, "id">>(request: Request): Request =>
  changeSecrets(request, () => keptSecret);

/** Changes all secrets that are not blank. */
function changeSecrets<Request extends Omit<RequestWithSecrets, "id">>(
  request: Request,
  change: ChangeSecret,
): Request {
  const { headers, auth } = request;
  const changeUnlessBlank: ChangeSecret = (value, path) => (value === "" ? "" : change(value, path));
  return {
    ...request,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, changeUnlessBlank(value, toHeaderPath(name))]),
      ),
    }),
    ...(auth && { auth: changeAuth(auth, changeUnlessBlank) }),
  };
}

/** What the type does not use is not kept. */
const changeAuth = (auth: HttpAuth, change: ChangeSecret): HttpAuth => ({
  type: auth.type,
  token: auth.type === "bearer" ? change(auth.token, "token") : "",
  username: auth.type === "basic" ? auth.username : "",
  password: auth.type === "basic" ? change(auth.password, "password") : "",
});

function findSecret({ headers, auth }: RequestWithSecrets, path: string): string | undefined {
  if (path === "token" || path === "password") return auth?.[path] || undefined;
  return Object.entries(headers ?? {}).find(([name]) => toHeaderPath(name) === path)?.[1];
}

const toHeaderPath = (name: string) => `header:${name.toLowerCase()}`;

/** Returns null for what cannot be opened, for example because the server's secret was replaced. */
function openSecret(
  secretBox: SecretBox,
  sealed: string,
  { id, origin }: Pick<SealedSecret, "id" | "origin">,
): string | null {
  try {
    const secret = JSON.parse(secretBox.open(purpose, sealed)) as SealedSecret; // only `sealSecrets` seals for this purpose
    return secret.id === id && secret.origin === origin ? secret.value : null;
  } catch {
    return null;
  }
}

/** The scheme, the host and the port of a URL. Blank for what is no URL, which is not called. */
export const getOrigin = (url = ""): string => (URL.canParse(url) ? new URL(url).origin : "");

const createLostSecretError = (name: string) =>
  new AppError("invalidInput", {
    userMessage: `Please enter the secrets of “${name.slice(0, 100)}” again: the stored ones can’t be used for this address.`,
    issues: [{ path: "operations", message: "has a secret that is not stored" }],
  });
