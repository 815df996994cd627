import { AppError } from "../../core/appError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";

/** The kind of server and how its base URL ends. */
interface ServerKind {
  name: string;
  urlSuffix: string;
}

const openAiCompatible: ServerKind = { name: "OpenAI-compatible", urlSuffix: "/v1" };

/** Explains to a person why a server returned no model list and what to do. Names the address, never the key. */
export function describeEndpointError(error: unknown, url: string, kind: ServerKind = openAiCompatible): string {
  const address = redactUrl(url);
  if (!(error instanceof ModelError)) return `${address} did not answer in time. Is the server running?`;
  switch (error.kind) {
    case "unreachable":
      return `Nothing answered at ${address}. Is the server running, and can this machine reach it?`;
    case "insecure":
      return `There is no secure connection to ${address}: its certificate is not trusted, or it does not use https.`;
    case "timeout":
      return `${address} did not answer in time. Is the server running?`;
    case "unauthorized":
      return `The server at ${address} rejected the key.`;
    case "modelNotFound":
      return `There is no /models at ${address}. Check that the address ends with ${kind.urlSuffix}.`;
    case "rateLimited":
      return `The server at ${address} is limiting requests. Please try again in a moment.`;
    case "quotaUsedUp":
      return `The account at ${address} has no credit or quota left.`;
    case "serverError":
      return `The server at ${address} failed with status ${error.status ?? "unknown"}.`;
    case "badRequest":
    case "contextTooLong":
    case "contentFilter":
    case "cut":
    case "protocol":
      return `${address} did not return a valid ${kind.name} response. Check that the address ends with ${kind.urlSuffix}.`;
    default:
      return error.kind satisfies never;
  }
}

/** Converts an error from listing a server's models to the `AppError` of an op. */
export function toEndpointError(error: unknown, url: string): AppError {
  const isSlow = !(error instanceof ModelError) || error.kind === "timeout";
  return new AppError(isSlow ? "providerTimeout" : "providerFailed", {
    userMessage: describeEndpointError(error, url),
    cause: error,
  });
}

/** Removes user, password and query, which may contain secrets. */
function redactUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : origin + pathname;
}
