import { type AssistantOperation, type HttpAuth, keptSecret } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { SecretBox } from "../../../platform/secretBox.ts";

/** The part of a request that has secrets: the values of all headers, a token and a password. */
type RequestWithSecrets = Pick<AssistantOperation, "url" | "headers" | "auth">;

/** `path` is `token`, `password` or `header:` with a name. */
type ChangeSecret = (value: string, path: string) => string;

/** What is sealed. A secret is sent only to the server for which somebody has entered it. */
interface SealedSecret {
  value: string;
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
  const origin = getOrigin(request.url);
  const sameServer = stored.filter(({ url }) => getOrigin(url) === origin);
  return changeSecrets(request, (value, path) => {
    // One that is entered again stays as it is only to make a repeated request the same.
    for (const each of value === keptSecret ? sameServer : sameServer.slice(0, 1)) {
      const sealed = findSecret(each, path) ?? "";
      const secret = openSecret(secretBox, sealed);
      if (secret?.origin === origin && (value === keptSecret || secret.value === value)) return sealed;
    }
    if (value === keptSecret) throw createLostSecretError(request.name);
    return secretBox.seal(purpose, JSON.stringify({ value, origin } satisfies SealedSecret));
  });
}

/** Returns a stored request as it is sent. A secret that was entered for another server is left out. */
export function openSecrets<Request extends RequestWithSecrets>(secretBox: SecretBox, request: Request): Request {
  const origin = getOrigin(request.url);
  return changeSecrets(request, (sealed) => {
    const secret = openSecret(secretBox, sealed);
    return secret?.origin === origin ? secret.value : "";
  });
}

/** Returns a stored request as people see it. */
export const maskSecrets = <Request extends RequestWithSecrets>(request: Request): Request =>
  changeSecrets(request, () => keptSecret);

/** Changes all secrets that are not blank. */
function changeSecrets<Request extends RequestWithSecrets>(request: Request, change: ChangeSecret): Request {
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
function openSecret(secretBox: SecretBox, sealed: string): SealedSecret | null {
  try {
    return JSON.parse(secretBox.open(purpose, sealed)) as SealedSecret; // only `sealSecrets` seals for this purpose
  } catch {
    return null;
  }
}

/** Blank for what is no URL, which is not called. */
const getOrigin = (url = ""): string => (URL.canParse(url) ? new URL(url).origin : "");

const createLostSecretError = (name: string) =>
  new AppError("invalidInput", {
    userMessage: `Please enter the token, password and headers of “${name.slice(0, 100)}” again. They are stored for one server only and are never copied.`,
    issues: [{ path: "operations", message: "has a secret that is not stored" }],
  });
