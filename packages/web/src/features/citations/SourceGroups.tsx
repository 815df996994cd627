import type { CitationGroup } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { type AnswerSource, groupSources } from "../../entities/citations/getAnswerSources.ts";
import classes from "./AnswerSourcesFooter.module.css";

interface SourceGroupsProps {
  sources: readonly AnswerSource[];
  /** Renders the list items of a group. */
  children: (members: readonly AnswerSource[]) => ReactNode;
}

/** Sources under the headings of their groups. */
export function SourceGroups({ sources, children }: SourceGroupsProps) {
  return groupSources(sources).map(([group, members]) => (
    <section key={group} aria-label={formatGroup(group)}>
      <div className={classes.groupHead}>
        <h4 className={classes.group}>{formatGroup(group)}</h4>
        {group === "rag" && <span>{t`Passages found by the search`}</span>}
      </div>
      <ul className={classes.list}>{children(members)}</ul>
    </section>
  ));
}

/** Equals `citationGroupTitles` in English. */
function formatGroup(group: CitationGroup): string {
  switch (group) {
    case "rag":
      return t`Document Search Results (RAG)`;
    case "documentContext":
      return t`Attached Documents`;
    case "images":
      return t`Images`;
  }
}
