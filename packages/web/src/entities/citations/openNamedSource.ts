import { type Message, parseCitations, parseDataSourceId, parseDataSources } from "@lectern/contract";
import { notifyError } from "../../ui/notices/notify.tsx";
import { fileMessages } from "../files/fileMessages.ts";
import { openFile } from "./viewerStore.ts";

/** The prefix of a link in an answer to a document; the document's name follows. */
const namedSourcePrefix = "#dataSource:";

/**
 * Opens the document that a link in an answer names: the latest document of that name among attachments and sources.
 * Shows an error if there is none.
 */
export function openNamedSource(href: string, messages: readonly Message[]): void {
  const file = findNamedSource(parseSourceName(href), messages);
  if (file) openFile(file);
  else notifyError(fileMessages.documentMissing());
}

/** Finds the latest file with this name among the attachments and sources of these messages; null: none. */
export function findNamedSource(
  name: string,
  messages: readonly Message[],
): { id: string; name: string; groupId: string | null } | null {
  for (const { data } of messages.toReversed()) {
    const sources = parseCitations(data.state).flatMap((group) => group.sources);
    for (const citedPassage of sources) {
      if (citedPassage.name === name && citedPassage.key !== null)
        return { id: citedPassage.key, name, groupId: citedPassage.groupId };
    }
    for (const dataSource of parseDataSources(data)) {
      const ref = parseDataSourceId(dataSource.id);
      if (dataSource.name === name && ref?.kind === "file") {
        return { id: ref.key, name, groupId: dataSource.groupId ?? null };
      }
    }
  }
  return null;
}

function parseSourceName(href: string): string {
  const encodedName = href.slice(namedSourcePrefix.length);
  try {
    return decodeURIComponent(encodedName);
  } catch {
    return encodedName; // The link contains a percent sign that does not start an escape sequence.
  }
}
