import type { StatusEntry } from "@lectern/contract";

export interface DataSourceReport {
  /** Names of what was given whole, of what was searched because that was asked, and of what was too long to be given whole. */
  whole: readonly string[];
  searched: readonly string[];
  tooLong: readonly string[];
  /** Names of what was searched because its text could not be read. */
  unread: readonly string[];
  leftOut: readonly { name: string; why: string }[];
  searchFailed: boolean;
}

/** What the person should know of how their documents were used. What stays to be known stays to be seen. */
export function buildDataSourceNotices({ whole, searched, tooLong, unread, leftOut, searchFailed }: DataSourceReport): StatusEntry[] {
  const notices: StatusEntry[] = [];
  if (whole.length > 0) notices.push(notice("documents", `Reading ${counted(whole)}`, list(whole), false));
  if (unread.length > 0) {
    const message = `These could not be read whole just now, so only what a search finds in them was taken: ${list(unread)}.`;
    notices.push(notice("documentsUnread", "Documents could not be read", message, true));
  }
  const all = [...tooLong, ...searched, ...unread];
  if (searchFailed) {
    const message = `The search failed, so passages of these may be missing from the answer: ${list(all)}.`;
    notices.push(notice("search", "Documents could not be searched", message, true));
  } else if (tooLong.length > 0) {
    const message = `Too long for this model to read whole, so the passages that fit your question best were taken: ${list(tooLong)}.`;
    const also = searched.length > 0 ? ` Also searched: ${list(searched)}.` : "";
    notices.push(notice("search", `Searched ${counted(all)}`, message + also, true));
  } else if (all.length > 0) {
    notices.push(notice("search", `Searched ${counted(all)}`, list(all), false));
  }
  if (leftOut.length > 0) {
    const message = leftOut
      .slice(0, mostNamed)
      .map(({ name, why }) => `“${name}” ${why}.`)
      .join(" ");
    const more = leftOut.length > mostNamed ? ` And ${leftOut.length - mostNamed} more.` : "";
    notices.push(notice("documentsLeftOut", `Left out ${counted(leftOut)}`, message + more, true));
  }
  return notices;
}

const mostNamed = 10;

function counted({ length }: readonly unknown[]): string {
  return length === 1 ? "1 document" : `${length} documents`;
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(", ");
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

function notice(id: string, summary: string, message: string, sticky: boolean): StatusEntry {
  return { id, summary, message, type: "info", inProgress: true, sticky };
}
