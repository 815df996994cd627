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
  /** What the person wrote and the search looked for; empty if they wrote nothing. */
  question: string;
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
  question,
  rewriting,
  searchFailed,
  confidential,
}: DataSourceReport): StatusEntry[] {
  const notices: StatusEntry[] = [];
  if (wholeNames.length > 0)
    notices.push(createNotice("documents", `Read ${countDocuments(wholeNames)}`, formatNames(wholeNames), false));
  if (unreadNames.length > 0) {
    const message = `These documents could not be read in full, so only the passages that a search found were used: ${formatNames(unreadNames)}.`;
    notices.push(createNotice("documentsUnread", "Documents could not be read", message, true));
  }
  const allSearchedNames = [...tooLongNames, ...searchedNames, ...unreadNames];
  if (searchFailed && allSearchedNames.length > 0) {
    const message = `The search failed, so the answer may be missing passages from: ${formatNames(allSearchedNames)}.`;
    notices.push(createNotice("search", "Documents could not be searched", message, true));
  } else if (allSearchedNames.length > 0) {
    const isTooLong = tooLongNames.length > 0;
    const lines = isTooLong
      ? [
          `Too long for this model to read in full, so the passages that best match your question were used: ${formatNames(tooLongNames)}.`,
          ...formatLine("Also searched", formatNames([...searchedNames, ...unreadNames])),
        ]
      : formatLine(allSearchedNames.length === 1 ? "Document" : "Documents", formatNames(allSearchedNames));
    const message = [...lines, ...listSearchedWords(question, rewriting)].join("\n");
    notices.push(createNotice("search", `Searched ${countDocuments(allSearchedNames)}`, message, isTooLong));
  }
  if (confidential.isSearched) notices.push(createSearchNotice(searchFailed));
  else if (confidential.isInserted)
    notices.push(createNotice("assistantDocuments", "Read the documents of the assistant", "", false));
  if (rewriting) notices.push(createNotice("searchQuestion", `Searched for “${rewriting.question}”`, "", false));
  if (leftOut.length > 0) {
    const lines = leftOut.slice(0, maxNames).map(({ name, reason }) => `“${name}” ${reason}.`);
    if (leftOut.length > maxNames) lines.push(`And ${leftOut.length - maxNames} more.`);
    notices.push(createNotice("documentsLeftOut", `Left out ${countDocuments(leftOut)}`, lines.join("\n"), true));
  }
  return notices;
}

const maxNames = 10;
const maxQuestionLength = 200;

/** Lists the words that were searched for, a line for each kind. */
function listSearchedWords(question: string, rewriting: Rewriting | null): string[] {
  const line = question.replace(/\s+/g, " ");
  const isLong = line.length > maxQuestionLength;
  return [
    ...formatLine("Searched for", isLong ? `${line.slice(0, maxQuestionLength).toWellFormed().trimEnd()}…` : line),
    ...(rewriting
      ? [
          ...formatLine("Other wordings", [rewriting.question, ...rewriting.alternatives].join(" · ")),
          ...formatLine("Translations", rewriting.translations.join(" · ")),
          ...formatLine("Keywords", rewriting.keywords.join(", ")),
        ]
      : []),
  ];
}

/** A line of its own, because the web app translates a message line by line. Empty without text. */
const formatLine = (label: string, text: string) => (text === "" ? [] : [`${label}: ${text}`]);

function createSearchNotice(searchFailed: boolean): StatusEntry {
  const message = "The search failed, so the answer may be missing passages from the documents of the assistant.";
  return searchFailed
    ? createNotice("assistantDocuments", "Documents could not be searched", message, true)
    : createNotice("assistantDocuments", "Searched the documents of the assistant", "", false);
}

function countDocuments({ length }: readonly unknown[]): string {
  return length === 1 ? "1 document" : `${length.toLocaleString("en-US")} documents`;
}

function formatNames(names: readonly string[]): string {
  const listedNames = names.slice(0, maxNames).join(", ");
  return names.length > maxNames ? `${listedNames} and ${names.length - maxNames} more` : listedNames;
}

function createNotice(id: string, summary: string, message: string, sticky: boolean): StatusEntry {
  return { id, summary, message, type: "info", inProgress: true, sticky };
}
