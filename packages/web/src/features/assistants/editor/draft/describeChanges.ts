import type { AssistantContent, DataSource } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { type ContentDifference, findDifferences } from "./describeContent.ts";

/** A field that a version has changed: its id, and what has changed as people read it. */
export interface ContentChange {
  id: string;
  text: string;
}

/** Returns what a version has changed from the one before it, in the order of the editor. */
export function describeChanges(
  before: AssistantContent,
  after: AssistantContent,
  findModelName: (id: string) => string | null,
): ContentChange[] {
  const documentCount = countDifferent(before.dataSources, after.dataSources);
  const describe = ({ id, label }: ContentDifference): ContentChange => ({
    id,
    text: id === "dataSources" ? formatDocuments(documentCount) : label,
  });
  const changes = findDifferences(before, after, findModelName);
  // A document can have taken the place of another one with its name.
  const isHidden = documentCount > 0 && !changes.some(({ id }) => id === "dataSources");
  return [...changes.map(describe), ...(isHidden ? [{ id: "dataSources", text: formatDocuments(documentCount) }] : [])];
}

const formatDocuments = (count: number) => plural(count, { one: "# document", other: "# documents" });

/** Counts the documents that only one of two versions has. */
function countDifferent(before: readonly DataSource[], after: readonly DataSource[]): number {
  const countMissing = (some: readonly DataSource[], others: readonly DataSource[]) => {
    const ids = new Set(others.map(({ id }) => id));
    return some.filter(({ id }) => !ids.has(id)).length;
  };
  return countMissing(before, after) + countMissing(after, before);
}
