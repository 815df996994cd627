import { t } from "@lingui/core/macro";
import { CallError } from "../../lib/callError.ts";

/** Returns the message for a failed test or connection: a sentence about the invalid field, or the server's reason. */
export function formatEndpointError(error: Error): string {
  if (!(error instanceof CallError)) return error.message;
  const path = findFirstPath(error.fields.issues);
  if (path === "url") return t`The address must begin with http:// or https://.`;
  if (path === "key") return t`The key must not contain spaces or special characters.`;
  return error.reason ?? error.message;
}

function findFirstPath(issues: unknown): unknown {
  const firstIssue: unknown = Array.isArray(issues) ? issues[0] : null;
  return typeof firstIssue === "object" && firstIssue !== null && "path" in firstIssue ? firstIssue.path : null;
}
