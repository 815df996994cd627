import { fileTexts, type Message, parseCitations, parseDataSourceId, parseDataSources } from "@lectern/contract";
import { notifyError } from "../../ui/notices/notify.tsx";
import { openFile } from "./viewerStore.ts";

/** How an answer's link to a document begins; its name follows. */
const namedSourcePrefix = "#dataSource:";

/** Opens the document that an answer's link names: the latest one of that name among what the conversation was given or drew on. */
export function openNamedSource(href: string, messages: readonly Message[]): void {
  const found = findNamedSource(nameOf(href), messages);
  if (found) openFile(found);
  else notifyError(fileTexts.documentMissing);
}

/** The file of that name in the conversation; null: there is none. */
export function findNamedSource(
  name: string,
  messages: readonly Message[],
): { id: string; name: string; groupId: string | null } | null {
  for (const { data } of messages.toReversed()) {
    const drawn = parseCitations(data.state).flatMap(({ sources }) => sources);
    for (const source of drawn) {
      if (source.name === name && source.key !== null) return { id: source.key, name, groupId: source.groupId };
    }
    for (const given of parseDataSources(data)) {
      const ref = parseDataSourceId(given.id);
      if (given.name === name && ref?.kind === "file") return { id: ref.key, name, groupId: given.groupId ?? null };
    }
  }
  return null;
}

function nameOf(href: string): string {
  const written = href.slice(namedSourcePrefix.length);
  try {
    return decodeURIComponent(written);
  } catch {
    return written; // a percent sign that encodes nothing
  }
}
