import * as z from "zod/mini";
import { IntegrationId } from "./integrations.ts";
import { limits } from "./limits.ts";
import { text } from "./primitives.ts";

/** Texts that are specified. */
export const operationTexts = {
  incompleteApi: "Please fill out all required API fields (Request Type, URL, and Description) before saving.",
  incompleteOperation: "One or more operations have missing function name, endpoint path, or empty tags.",
  confirmation: "Do you want to allow the assistant to perform the specified operation?",
  denied: "The user canceled the operation and asked you to stop.",
  pauseWithoutMessage: "Pause message is missing from the result of the operation.",
  unknownOperation: "Op not found",
  noResult: "Unable to fetch the result of the operation.",
} as const;

export const requestTypes = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
export const RequestType = z.enum(requestTypes);
export type RequestType = z.infer<typeof RequestType>;

/** True for requests that have a body, and whose parameters the model may choose freely. */
export const hasRequestBody = (type: RequestType): boolean => type !== "GET" && type !== "DELETE";

/**
 * What stands for a secret that is stored and never shown. Who saves it as it is keeps the stored secret, as long as the
 * URL has the same origin.
 */
export const keptSecret = "••••••••";

export const authTypes = ["none", "basic", "bearer"] as const;

/** How a request is authenticated: not at all, with `username` and `password`, or with `token`. */
export const HttpAuth = z.object({
  type: z._default(z.enum(authTypes), "none"),
  token: z._default(text(4_000), ""),
  username: z._default(text(500), ""),
  password: z._default(text(2_000), ""),
});
export type HttpAuth = z.infer<typeof HttpAuth>;

/**
 * How a registered operation is authenticated: as any request, or with the account that the person who asks has connected
 * at `integration`. Custom APIs cannot have the latter, because their authors choose the server.
 */
export const OperationAuth = z.extend(HttpAuth, {
  type: z._default(z.enum([...authTypes, "integration"]), "none"),
  integration: z.optional(IntegrationId),
});
export type OperationAuth = z.infer<typeof OperationAuth>;

export const HeaderName = text(100).check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, { error: "is not a header name" }));

const Headers = z
  .record(HeaderName, text(4_000))
  .check(
    z.refine((headers) => Object.keys(headers).length <= limits.headersPerRequest, { error: "must not be so many" }),
  );

/** The parts of a request to another server. `${name}` in the URL, in a header or in the body stands for a parameter. */
const requestParts = {
  requestType: RequestType,
  url: text(2_000),
  headers: Headers,
  /** JSON; blank: the parameters as a JSON object. Not sent by `GET` and `DELETE`. */
  body: text(50_000),
  auth: HttpAuth,
};

export const HttpRequestTemplate = z.object({
  ...requestParts,
  headers: z._default(Headers, {}),
  body: z._default(requestParts.body, ""),
  auth: z.prefault(HttpAuth, {}),
});
export type HttpRequestTemplate = z.infer<typeof HttpRequestTemplate>;

/** The same, of which all parts can be absent, without defaults. */
export const partialRequestParts = {
  requestType: z.optional(requestParts.requestType),
  url: z.optional(requestParts.url),
  headers: z.optional(requestParts.headers),
  body: z.optional(requestParts.body),
  auth: z.optional(requestParts.auth),
};

/** `${name}`, which stands for a parameter. */
export const placeholderPattern = /\$\{([^{}]*)\}/g;

/** Returns the names of the parameters that a text mentions, each once. */
export const findPlaceholders = (content: string): string[] => [
  ...new Set([...content.matchAll(placeholderPattern)].map(([, name = ""]) => name)),
];

/** A value that the model chooses for each call. */
export const OperationParam = z.object({ name: text(200), description: z._default(text(10_000), "") });
export type OperationParam = z.infer<typeof OperationParam>;

export const operationIdProblem = "must be letters, digits, _ and -, and begin with a letter";

/** The name by which a model calls an operation. */
export const OperationId = text(64).check(z.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, { error: operationIdProblem }));

/**
 * Returns why a URL cannot be called; null if it can. Parameters may stand only behind the host, so that the model cannot
 * choose the server.
 */
export function findRequestUrlProblem(url: string): "notWeb" | "parameterInHost" | "credentials" | null {
  const match = /^https?:\/\/([^/?#]*)/i.exec(url.trim());
  if (!match) return "notWeb";
  if (match[1]?.includes("${")) return "parameterInHost";
  if (!URL.canParse(url.trim())) return "notWeb";
  const { username, password, host } = new URL(url.trim());
  if (username || password) return "credentials";
  // The parser ignores more slashes before the host than two.
  return host.includes("$") ? "parameterInHost" : null;
}
