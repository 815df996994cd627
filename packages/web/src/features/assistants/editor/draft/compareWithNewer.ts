import type { AssistantContent } from "@lectern/contract";
import { type ContentDifference, describeContent, findDifferences } from "./describeContent.ts";

/** A field that only one of two people has changed. */
export interface KeptField {
  id: string;
  label: string;
  side: "theirs" | "mine";
}

export interface Comparison {
  /** The fields that both have changed, in the order of the editor. Mine is what saving on top would store. */
  conflicts: ContentDifference[];
  kept: KeptField[];
}

interface ComparedVersions {
  /** The version that the person started from; null if it is not known: each difference is a conflict. */
  base: AssistantContent | null;
  theirs: AssistantContent;
  /** The result of `mergeDrafts`. */
  merged: AssistantContent;
}

/** Tells the fields that two people have changed from those where the change of one is kept. */
export function compareWithNewer(
  { base, theirs, merged }: ComparedVersions,
  findModelName: (id: string) => string | null,
): Comparison {
  const differences = findDifferences(theirs, merged, findModelName);
  if (base === null) return { conflicts: differences, kept: [] };
  const listChanged = (content: AssistantContent) =>
    new Set(findDifferences(base, content, findModelName).map(({ id }) => id));
  const differentIds = new Set(differences.map(({ id }) => id));
  const theirIds = listChanged(theirs);
  const labels = new Map(
    [theirs, merged].flatMap((content) =>
      describeContent(content, findModelName).map(({ id, label }): [string, string] => [id, label]),
    ),
  );
  const kept = [...labels].flatMap(([id, label]): KeptField[] => {
    if (differentIds.has(id)) return theirIds.has(id) ? [] : [{ id, label, side: "mine" }];
    return theirIds.has(id) ? [{ id, label, side: "theirs" }] : [];
  });
  return { conflicts: differences.filter(({ id }) => theirIds.has(id)), kept };
}
