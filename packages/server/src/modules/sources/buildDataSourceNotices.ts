import type { StatusEntry } from "@lectern/contract";
import type { Rewriting } from "./rewriting/rewriting.ts";

export interface DataSourceReport {
  /** Names of the documents that were inserted in full. */
  wholeNames: readonly string[];
  /** Names of the documents for which the request or the default chose search. */
  searchedNames: readonly string[];
  /** Names of the documents that were searched because they were too long to be inserted in full. */
  tooLongNames: readonly string[];
  /** Names of the documents that were searched because they could not be read in full. */
  unreadNames: readonly string[];
  leftOut: readonly { name: string; reason: string }[];
  /** Null if the question was searched as it is. */
  rewriting: Rewriting | null;
  searchFailed: boolean;
  /** How the confidential documents of the assistant were used, which have no names here. */
  confidential: { isInserted: boolean; isSearched: boolean };
}

/** Builds notices that tell the person how their documents were used. A notice about a limit or a failure is sticky. */
export function buildDataSourceNotices({
  wholeNames,
  searchedNames,
  tooLongNames,
  unreadNames,
  leftOut,
  rewriting,
  searchFailed,
  confidential,
}: DataSourceReport): StatusEntry[] {
  const notices: StatusEntry[] = [];
  if (wholeNames.length > 0)
    notices.push(createNotice("documents", `Reading ${countDocuments(wholeNames)}`, formatNames(wholeNames), false));
  if (unreadNames.length > 0) {
    const message = `These documents could not be read in full, so only the passages that a search found were used: ${formatNames(unreadNames)}.`;
    notices.push(createNotice("documentsUnread", "Documents could not be read", message, true));
  }
  const allSearchedNames = [...tooLongNames, ...searchedNames, ...unreadNames];
  if (searchFailed && allSearchedNames.length > 0) {
    const message = `The search failed, so the answer may be missing passages from: ${formatNames(allSearchedNames)}.`;
    notices.push(createNotice("search", "Documents could not be searched", message, true));
  } else if (tooLongNames.length > 0) {
    const message = `Too long for this model to read in full, so the passages that best match your question were used: ${formatNames(tooLongNames)}.`;
    const searchedText = searchedNames.length > 0 ? ` Also searched: ${formatNames(searchedNames)}.` : "";
    notices.push(createNotice("search", `Searched ${countDocuments(allSearchedNames)}`, message + searchedText, true));
  } else if (allSearchedNames.length > 0) {
    notices.push(
      createNotice("search", `Searched ${countDocuments(allSearchedNames)}`, formatNames(allSearchedNames), false),
    );
  }
  if (confidential.isSearched) notices.push(createSearchNotice(searchFailed));
  else if (confidential.isInserted)
    notices.push(createNotice("assistantDocuments", "Reading the documents of the assistant", "", false));
  if (rewriting) {
    const { question, alternatives, translations, keywords } = rewriting;
    const message = [...alternatives, ...translations, keywords.join(", ")].filter((text) => text !== "").join(" · ");
    notices.push(createNotice("searchQuestion", `Searched for “${question}”`, message, false));
  }
  if (leftOut.length > 0) {
    const message = leftOut
      .slice(0, maxNames)
      .map(({ name, reason }) => `“${name}” ${reason}.`)
      .join(" ");
    const moreText = leftOut.length > maxNames ? ` And ${leftOut.length - maxNames} more.` : "";
    notices.push(createNotice("documentsLeftOut", `Left out ${countDocuments(leftOut)}`, message + moreText, true));
  }
  return notices;
}

const maxNames = 10;

function createSearchNotice(searchFailed: boolean): StatusEntry {
  const message = "The search failed, so the answer may be missing passages from the documents of the assistant.";
  return searchFailed
    ? createNotice("assistantDocuments", "Documents could not be searched", message, true)
    : createNotice("assistantDocuments", "Searched the documents of the assistant", "", false);
}

function countDocuments({ length }: readonly unknown[]): string {
  return length === 1 ? "1 document" : `${length} documents`;
}

function formatNames(names: readonly string[]): string {
  const listedNames = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${listedNames} and ${names.length - maxNames} more` : listedNames;
}

function createNotice(id: string, summary: string, message: string, sticky: boolean): StatusEntry {
  return { id, summary, message, type: "info", inProgress: true, sticky };
}
