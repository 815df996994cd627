import { CallError } from "../../lib/callError.ts";

/** Returns the message for a failed test or connection: a sentence about the invalid field, or the server's reason. */
export function formatEndpointError(error: Error): string {
  if (!(error instanceof CallError)) return error.message;
  const issue = findFirstIssue(error.fields.issues);
  if (issue?.path === "url") return `The address ${issue.message}.`;
  if (issue?.path === "key") return `The key ${issue.message}.`;
  return error.reason ?? error.message;
}

function findFirstIssue(issues: unknown): { path: string; message: string } | null {
  const first: unknown = Array.isArray(issues) ? issues[0] : null;
  if (typeof first !== "object" || first === null || !("path" in first) || !("message" in first)) return null;
  const { path, message } = first;
  return typeof path === "string" && typeof message === "string" ? { path, message } : null;
}
