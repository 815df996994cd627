import { type AssistantOperation, findRequestUrlProblem, isCustomApi, operationTexts } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { assertCallableUrl } from "../../operations/service.ts";

/**
 * Returns what is stored of an assistant's operations: each id once, and requests only of custom APIs, with the hosts to
 * which they go. `areOffered`: the model can call them, so they must be complete. Throws `invalidInput`. Pure.
 */
export function normalizeOperations(
  operations: readonly AssistantOperation[],
  areOffered: boolean,
): AssistantOperation[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return [...byId.values()].map((operation) => {
    if (!isCustomApi(operation)) {
      const { id, name, description, params, type } = operation;
      return { id, name, description, params, type };
    }
    if (areOffered) assertCallable(operation);
    return operation.url === undefined ? operation : { ...operation, url: normalizeUrl(operation.url) };
  });
}

/** Spells the scheme, the host and the port as they are called, because people read them. Invalid URLs stay as they are. */
function normalizeUrl(url: string): string {
  if (findRequestUrlProblem(url) !== null) return url;
  // The parser of URLs ignores spaces around them and these characters.
  const text = url.trim().replace(/[\t\n\r]/g, "");
  const { origin } = new URL(text);
  return text.replace(/^https?:[\\/]+[^\\/?#]*/i, () => origin);
}

function assertCallable({ description, requestType, url = "" }: AssistantOperation): void {
  if (requestType === undefined || url.trim() === "" || description.trim() === "") {
    const issue = { path: "data.operations", message: "cannot be called" };
    throw new AppError("invalidInput", { userMessage: operationTexts.incompleteApi, issues: [issue] });
  }
  assertCallableUrl(url);
}
