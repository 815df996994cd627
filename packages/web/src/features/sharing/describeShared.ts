import type { ReceivedShare, SentShare } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { describeItems } from "../../entities/exports/describeItems.ts";
import { formatList } from "../../lib/i18n/formats.ts";

/** Says how many items a snapshot has, and that files come with it, such as `2 chats · 1 file`. */
export function describeCounts({ counts, fileCount }: Pick<ReceivedShare, "counts" | "fileCount">): string {
  const files = fileCount > 0 ? plural(fileCount, { one: "# file", other: "# files" }) : "";
  return [describeItems(counts), files].filter((part) => part !== "").join(" · ");
}

const maxNames = 3;

/** Names the first items of a snapshot; empty for snapshots that were made before names were stored. */
export function describeNames({ names, counts }: Pick<SentShare, "names" | "counts">): string {
  const shownNames = names.filter((name) => name !== "").slice(0, maxNames);
  if (shownNames.length === 0) return "";
  const rest = counts.conversations + counts.prompts + counts.folders - shownNames.length;
  return formatList(rest > 0 ? [...shownNames, plural(rest, { one: "# more", other: "# more" })] : shownNames);
}
