import { plural, t } from "@lingui/core/macro";
import { formatList } from "../../../lib/i18n/formats.ts";
import { type LeftOutCount, type LeftOutKind, leftOutKinds } from "./leftOut.ts";

/** Returns a sentence with what an import leaves out, or null if it leaves out nothing. */
export function describeLeftOut(counts: readonly LeftOutCount[]): string | null {
  if (counts.length === 0) return null;
  const sortedCounts = counts.toSorted((a, b) => leftOutKinds.indexOf(a.kind) - leftOutKinds.indexOf(b.kind));
  const items = formatList(sortedCounts.map(describeCount));
  return t`Not imported: ${items}.`;
}

function describeCount({ kind, count, names }: LeftOutCount): string {
  const items = formatItems(kind, count);
  return names.length > 0 ? `${items} (${names.join(", ")})` : items;
}

function formatItems(kind: LeftOutKind, count: number): string {
  switch (kind) {
    case "image":
      return plural(count, { one: "# image", other: "# images" });
    case "recording":
      return plural(count, { one: "# recording", other: "# recordings" });
    case "file":
      return plural(count, { one: "# attached file", other: "# attached files" });
    case "toolCall":
      return plural(count, { one: "# tool call", other: "# tool calls" });
    case "toolResult":
      return plural(count, { one: "# tool result", other: "# tool results" });
    case "reasoning":
      return plural(count, { one: "# reasoning text", other: "# reasoning texts" });
    case "citation":
      return plural(count, { one: "# citation", other: "# citations" });
    case "hiddenInstruction":
      return plural(count, { one: "# hidden instruction", other: "# hidden instructions" });
    case "unknownBlock":
      return plural(count, { one: "# unknown block", other: "# unknown blocks" });
    case "shortenedText":
      return plural(count, {
        one: "# passage beyond the length limit",
        other: "# passages beyond the length limit",
      });
    case "otherFile":
      return plural(count, { one: "# other file in the archive", other: "# other files in the archive" });
    default:
      return kind satisfies never;
  }
}
