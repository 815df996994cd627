import type { StorageSelection } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";

/**
 * Builds the question that is shown before a storage selection is applied. `counts`: the number of conversations in the
 * cloud and in this browser.
 */
export function buildStorageQuestion(selection: StorageSelection, counts: Record<"cloud" | "local", number>): string {
  switch (selection) {
    case "local-only":
      return [
        t`All chats will be stored in this browser only.`,
        describeMoveToBrowser(counts.cloud),
        t`You won’t be able to open them on your other devices.`,
      ].join(" ");
    case "cloud-only":
      return [
        t`All chats will be stored on the server and available on all your devices.`,
        describeMoveToCloud(counts.local),
        t`Only their names stay in this browser.`,
      ].join(" ");
    case "future-local":
      return t`New chats will be stored in this browser only. Those in the cloud stay there.`;
    case "future-cloud":
      return t`New chats will be stored on the server and available on all your devices. Those in this browser stay here.`;
  }
}

function describeMoveToBrowser(count: number): string {
  if (count === 0) return t`No chats need to be moved.`;
  return plural(count, {
    one: "# chat will be moved here and deleted from the cloud.",
    other: "# chats will be moved here and deleted from the cloud.",
  });
}

function describeMoveToCloud(count: number): string {
  if (count === 0) return t`No chats need to be moved.`;
  return plural(count, { one: "# chat will be moved there.", other: "# chats will be moved there." });
}
