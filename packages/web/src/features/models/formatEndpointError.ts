import { t } from "@lingui/core/macro";
import { CallError } from "../../lib/callError.ts";

/** Returns the message for a failed test or connection: a sentence about the invalid field, or the server's reason. */
export function formatEndpointError(error: Error): string {
  if (!(error instanceof CallError)) return error.message;
  const issue = findFirstIssue(error.fields.issues);
  const problem = issue?.message ?? ""; // from the server, such as "must be a URL"
  if (issue?.path === "url") return t`The address ${problem}.`;
  if (issue?.path === "key") return t`The key ${problem}.`;
  return error.reason ?? error.message;
}

function findFirstIssue(issues: unknown): { path: string; message: string } | null {
  const firstIssue: unknown = Array.isArray(issues) ? issues[0] : null;
  if (typeof firstIssue !== "object" || firstIssue === null || !("path" in firstIssue) || !("message" in firstIssue))
    return null;
  const { path, message } = firstIssue;
  return typeof path === "string" && typeof message === "string" ? { path, message } : null;
}
