import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

interface Secret {
  setAt: string | null;
  /** A new value that is not saved yet. */
  value?: string | undefined;
}

/** Says of a secret, which nobody can read, whether it is set. */
export function describeSecret({ setAt, value }: Secret): string {
  if (value !== undefined) return t`The new value is not saved yet.`;
  if (setAt === null) return t`Not set`;
  const date = formatDate(new Date(setAt), { dateStyle: "medium", timeStyle: "short" });
  return t`Set on ${date}`;
}
