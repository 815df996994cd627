import type { StorageSelection } from "../storageSelection.ts";

/**
 * Builds the question that is shown before a storage selection is applied. `counts`: the number of conversations in the
 * cloud and in this browser.
 */
export function buildStorageQuestion(selection: StorageSelection, counts: Record<"cloud" | "local", number>): string {
  switch (selection) {
    case "local-only":
      return `All conversations will be stored in this browser only. ${describeMove(counts.cloud, "here and deleted from the cloud")} They will no longer be available on other devices.`;
    case "cloud-only":
      return `All conversations will be stored on the server and available on all your devices. ${describeMove(counts.local, "there")} This browser will store only their names.`;
    case "future-local":
      return "New conversations will be stored in this browser only. Those in the cloud stay there.";
    case "future-cloud":
      return "New conversations will be stored on the server and available on all your devices. Those in this browser stay here.";
  }
}

function describeMove(count: number, destination: string): string {
  if (count === 0) return "No conversation needs to be moved.";
  return count === 1
    ? `1 conversation will be moved ${destination}.`
    : `${count} conversations will be moved ${destination}.`;
}
