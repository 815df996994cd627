import type { ListedQualitySubmission } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

export function getSenderText({ sender }: Pick<ListedQualitySubmission, "sender">): string {
  if (!sender) return t({ message: "Anonymous", context: "sender" });
  return [sender.name, sender.email].filter(Boolean).join(", ");
}

/** Of an anonymous submission, only the day is known, in UTC. */
export function formatSubmissionTime({
  sender,
  submittedAt,
}: Pick<ListedQualitySubmission, "sender" | "submittedAt">): string {
  const options = sender
    ? ({ dateStyle: "medium", timeStyle: "short" } as const)
    : ({ dateStyle: "medium", timeZone: "UTC" } as const);
  return formatDate(new Date(submittedAt), options);
}
