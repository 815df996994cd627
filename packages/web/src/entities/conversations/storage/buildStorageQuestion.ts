import type { StorageSelection } from "../storageSelection.ts";

/** What is asked before a choice is applied. `counts`: how many conversations are where. */
export function buildStorageQuestion(selection: StorageSelection, counts: Record<"cloud" | "local", number>): string {
  switch (selection) {
    case "local-only":
      return `All conversations will be stored in this browser only. ${moved(counts.cloud, "here, and deleted from the cloud")} Other devices will no longer have them.`;
    case "cloud-only":
      return `All conversations will be stored on the server, where you find them from every device. ${moved(counts.local, "there")} This browser keeps only their names.`;
    case "future-local":
      return "New conversations will be kept in this browser only. Those in the cloud stay there.";
    case "future-cloud":
      return "New conversations will be stored on the server, where you find them from every device. Those in this browser stay here.";
  }
}

function moved(count: number, where: string): string {
  if (count === 0) return "None has to be moved now.";
  return count === 1 ? `1 is moved ${where}.` : `${count} are moved ${where}.`;
}
