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

/**
 * Builds notices that tell the person how their documents were used. They stay with the answer, also if it is stopped or
 * fails; only the words of a search are shown just while the answer is written.
 */
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
  if (wholeNames.length > 0) {
    const [summary, message] = [summarizeNames(wholeNames), formatNames(wholeNames)];
    notices.push(createNotice("documents", `Read ${summary} in full`, message === summary ? "" : message, "document"));
  }
  if (unreadNames.length > 0) {
    const message = `These documents couldn’t be read in full, so only the passages that a search found were used: ${formatNames(unreadNames)}.`;
    notices.push(createNotice("documentsUnread", "Documents couldn’t be read", message));
  }
  const allSearchedNames = [...tooLongNames, ...searchedNames, ...unreadNames];
  if (searchFailed && allSearchedNames.length > 0) {
    const message = `The search failed, so the answer may be missing passages from: ${formatNames(allSearchedNames)}.`;
    notices.push(createNotice("search", "Documents couldn’t be searched", message));
  } else if (allSearchedNames.length > 0) {
    const isTooLong = tooLongNames.length > 0;
    const [summary, message] = [summarizeNames(allSearchedNames), formatNames(allSearchedNames)];
    const lines = isTooLong
      ? [
          `Too long for this model to read in full, so the passages that best match your question were used: ${formatNames(tooLongNames)}.`,
          ...formatLine("Also searched", formatNames([...searchedNames, ...unreadNames])),
        ]
      : message === summary
        ? []
        : formatLine(allSearchedNames.length === 1 ? "Document" : "Documents", message);
    notices.push(createNotice("search", `Searched ${summary}`, lines.join("\n"), "search"));
  }
  if (confidential.isSearched) notices.push(createSearchNotice(searchFailed));
  else if (confidential.isInserted)
    notices.push(createNotice("assistantDocuments", "Read the assistant’s documents", "", "document"));
  if (rewriting || (allSearchedNames.length > 0 && !searchFailed))
    notices.push(...createWordsNotices(cutQuestion(question), rewriting));
  if (leftOut.length > 0) {
    const lines = leftOut.slice(0, maxNames).map(({ name, reason }) => `“${name}” ${reason}.`);
    if (leftOut.length > maxNames) lines.push(`And ${leftOut.length - maxNames} more.`);
    notices.push(createNotice("documentsLeftOut", `Left out ${countDocuments(leftOut)}`, lines.join("\n")));
  }
  return notices;
}

// British English has no comma before "and", like the texts of the web app.
const nameList = new Intl.ListFormat("en-GB", { type: "conjunction" });
const maxNames = 10;
/** In the line that is always shown. One name fits in a line of a phone. */
const maxSummaryNames = 2;
const maxSummaryNameLength = 30;
const maxQuestionLength = 200;

/** The words of a search are not stored with the answer: they would stay in it when the question is deleted. */
function createWordsNotices(question: string, rewriting: Rewriting | null): StatusEntry[] {
  const shownQuestion = rewriting?.question ?? question;
  if (shownQuestion === "") return [];
  const lines = rewriting
    ? [
        ...formatLine("Searched for", question),
        ...formatLine("Other wordings", rewriting.alternatives.join(" · ")),
        ...formatLine("Translations", rewriting.translations.map(({ text }) => text).join(" · ")),
        ...formatLine("Keywords", rewriting.keywords.join(", ")),
      ]
    : [];
  const notice = createNotice("searchQuestion", `Searched for “${shownQuestion}”`, lines.join("\n"), "search");
  return [{ ...notice, sticky: false }];
}

function cutQuestion(question: string): string {
  const line = question.replace(/\s+/g, " ");
  return line.length > maxQuestionLength ? `${line.slice(0, maxQuestionLength).toWellFormed().trimEnd()}…` : line;
}

/** A line of its own, because the web app translates a message line by line. Empty without text. */
const formatLine = (label: string, text: string) => (text === "" ? [] : [`${label}: ${text}`]);

function createSearchNotice(searchFailed: boolean): StatusEntry {
  const message = "The search failed, so the answer may be missing passages from the assistant’s documents.";
  return searchFailed
    ? createNotice("assistantDocuments", "Documents couldn’t be searched", message)
    : createNotice("assistantDocuments", "Searched the assistant’s documents", "", "search");
}

function countDocuments({ length }: readonly unknown[]): string {
  return length === 1 ? "1 document" : `${length.toLocaleString("en-US")} documents`;
}

function formatNames(names: readonly string[], max = maxNames): string {
  if (names.length <= max) return nameList.format(names);
  return `${names.slice(0, max).join(", ")} and ${names.length - max} more`;
}

/** Lists the first names, cut. */
const summarizeNames = (names: readonly string[]) => formatNames(names.map(cutName), maxSummaryNames);

function cutName(name: string): string {
  const characters = [...name];
  if (characters.length <= maxSummaryNameLength) return name;
  return `${characters
    .slice(0, maxSummaryNameLength - 1)
    .join("")
    .trimEnd()}…`;
}

function createNotice(id: string, summary: string, message: string, icon = "info"): StatusEntry {
  return { id, summary, message, type: "info", inProgress: true, sticky: true, icon };
}
