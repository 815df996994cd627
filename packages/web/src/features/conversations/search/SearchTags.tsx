import { foldText } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import classes from "./SearchTags.module.css";

interface SearchTagsProps {
  conversations: readonly { tags: readonly string[] }[];
  /** The tags of the search, folded for comparison. The last tag may be incomplete. */
  searchedTags: readonly string[];
  onToggle: (tag: string) => void;
}

const maxShownTags = 12;

/** The person's most used tags, in descending order of use. Pressing a tag adds it to the search or removes it. */
export function SearchTags({ conversations, searchedTags, onToggle }: SearchTagsProps) {
  const tags = useMemo(() => sortByUse(conversations), [conversations]);
  const lastSearchedTag = searchedTags.at(-1) ?? "";
  const isChosen = (tag: string) => searchedTags.includes(foldText(tag));
  // While a tag is being typed, show only the tags that start with the typed text, and the chosen tags.
  const isComplete = tags.some((tag) => foldText(tag) === lastSearchedTag);
  const visibleTags = tags.filter((tag) => isComplete || isChosen(tag) || foldText(tag).startsWith(lastSearchedTag));
  if (visibleTags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label={t`Tags`}>
      {visibleTags.slice(0, maxShownTags).map((tag) => (
        <li key={tag} className={classes.item}>
          <button type="button" className={classes.tag} aria-pressed={isChosen(tag)} onClick={() => onToggle(tag)}>
            <TagChip tag={tag} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function sortByUse(conversations: readonly { tags: readonly string[] }[]): string[] {
  const countByTag = new Map<string, number>();
  for (const { tags } of conversations) for (const tag of tags) countByTag.set(tag, (countByTag.get(tag) ?? 0) + 1);
  return [...countByTag]
    .sort(([a, count], [b, otherCount]) => otherCount - count || a.localeCompare(b))
    .map(([tag]) => tag);
}
