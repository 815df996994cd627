import { t } from "@lingui/core/macro";
import { listNames } from "../../../lib/text/listNames.ts";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { formatUploadsRunning } from "./draft/validateDraft.ts";

/** Says that documents cannot be saved yet, and which could not be read. */
export function notifyUnready(documents: readonly { name: string; state: string }[]): void {
  const failed = documents.filter(({ state }) => state === "failed").map(({ name }) => name);
  const names = listNames(failed);
  notifyError(formatUploadsRunning(), {
    topic: "assistant",
    reason: failed.length === 0 ? null : t`Remove the documents that couldn’t be read, or try again: ${names}`,
  });
}
