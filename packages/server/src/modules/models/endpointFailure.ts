import { AppError } from "../../core/appError.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";

/** What kind of server is asked, and how its addresses end. */
interface ServerKind {
  name: string;
  ending: string;
}

const openAiCompatible: ServerKind = { name: "OpenAI-compatible", ending: "/v1" };

/** What a person can do about a server that gave no list of models. Names the address, never the key. */
export function explainEndpointFailure(error: unknown, url: string, kind: ServerKind = openAiCompatible): string {
  const address = showAddress(url);
  if (!(error instanceof ModelError)) return `${address} did not answer in time. Is the server running?`;
  switch (error.kind) {
    case "unreachable":
      return `Nothing answered at ${address}. Is the server running, and does this machine reach it?`;
    case "insecure":
      return `No secure connection could be made to ${address}: its certificate is not trusted, or it does not speak https.`;
    case "timeout":
      return `${address} did not answer in time. Is the server running?`;
    case "unauthorized":
      return `The server at ${address} refused the key.`;
    case "modelNotFound":
      return `No /models there: check that the address ends with ${kind.ending}. (${address})`;
    case "rateLimited":
      return `The server at ${address} asks to wait. Please try again in a moment.`;
    case "quotaUsedUp":
      return `The account at ${address} has no money or quota left.`;
    case "serverError":
      return `The server at ${address} failed with status ${error.status ?? "unknown"}.`;
    case "badRequest":
    case "contextTooLong":
    case "contentFilter":
    case "cut":
    case "protocol":
      return `What answered at ${address} is no ${kind.name} server: check that the address ends with ${kind.ending}.`;
    default:
      return error.kind satisfies never;
  }
}

/** The failure of an op that asked a server for its models. */
export function endpointFailure(error: unknown, url: string): AppError {
  const isSlow = !(error instanceof ModelError) || error.kind === "timeout";
  return new AppError(isSlow ? "providerTimeout" : "providerFailed", {
    userMessage: explainEndpointFailure(error, url),
    cause: error,
  });
}

/** Without user, password and query, which may hold secrets. */
function showAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : origin + pathname;
}
