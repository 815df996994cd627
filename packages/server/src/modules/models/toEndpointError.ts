import { AppError } from "../../core/appError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";

/** The kind of a server, and the usual end of its base URL. */
interface ServerKind {
  name: string;
  urlSuffix: string;
}

const openAiCompatibleKind: ServerKind = { name: "OpenAI-compatible", urlSuffix: "/v1" };

/** Explains to a person why a server returned no model list and what to do. The text never contains the key. */
export function describeEndpointError(error: unknown, url: string, kind: ServerKind = openAiCompatibleKind): string {
  const displayUrl = redactUrl(url);
  if (!(error instanceof ModelError)) return `${displayUrl} didn’t answer in time. Is the server running?`;
  switch (error.kind) {
    case "unreachable":
      return `Nothing answered at ${displayUrl}. Is the server running, and can the Lectern server reach it?`;
    case "insecure":
      return `There is no secure connection to ${displayUrl}: its certificate isn’t trusted, or it doesn’t use https.`;
    case "timeout":
      return `${displayUrl} didn’t answer in time. Is the server running?`;
    case "unauthorized":
      return `The server at ${displayUrl} rejected the key.`;
    case "modelNotFound":
      return `There is no /models at ${displayUrl}. Check that the address ends with ${kind.urlSuffix}.`;
    case "rateLimited":
      return `The server at ${displayUrl} is limiting requests. Please try again in a moment.`;
    case "quotaUsedUp":
      return `The account at ${displayUrl} has no credit or quota left.`;
    case "serverError":
      return `The server at ${displayUrl} failed with status ${error.status ?? "unknown"}.`;
    case "badRequest":
    case "contextTooLong":
    case "contentFilter":
    case "cut":
    case "protocol":
      return `${displayUrl} didn’t return a valid ${kind.name} response. Check that the address ends with ${kind.urlSuffix}.`;
    default:
      return error.kind satisfies never;
  }
}

/** Explains to a person why a chat or embeddings call failed at an address. The text contains nothing that the server wrote. */
export function describeCallError(error: unknown, url: string): string {
  const displayUrl = redactUrl(url);
  switch (error instanceof ModelError ? error.kind : "timeout") {
    case "modelNotFound":
      return `There is no such model or deployment at ${displayUrl}. Please check the address and the name of the model.`;
    case "badRequest":
    case "contextTooLong":
    case "contentFilter":
      return `The server at ${displayUrl} refused the call.`;
    case "cut":
    case "protocol":
      return `${displayUrl} didn’t return a valid answer. Please check the address.`;
    default:
      return describeEndpointError(error, url);
  }
}

/** Converts an error from listing a server's models to the `AppError` of an op. */
export function toEndpointError(error: unknown, url: string): AppError {
  const isTimeout = !(error instanceof ModelError) || error.kind === "timeout";
  return new AppError(isTimeout ? "providerTimeout" : "providerFailed", {
    userMessage: describeEndpointError(error, url),
    cause: error,
  });
}

/** Removes user, password and query, which may contain secrets. */
function redactUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : origin + pathname;
}
