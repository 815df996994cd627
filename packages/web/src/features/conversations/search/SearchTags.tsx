import { useMemo } from "react";
import { TagChip } from "../../../ui/tags/TagChip.tsx";
import classes from "./SearchTags.module.css";

interface SearchTagsProps {
  conversations: readonly { tags: readonly string[] }[];
  /** Those that are searched for, in lower case, the last maybe typed in part. */
  searchedTags: readonly string[];
  onToggle: (tag: string) => void;
}

const maxShownTags = 12;

/** One's tags, the most used first, to search for by a press. */
export function SearchTags({ conversations, searchedTags, onToggle }: SearchTagsProps) {
  const tags = useMemo(() => sortByUse(conversations), [conversations]);
  const last = searchedTags.at(-1) ?? "";
  const isChosen = (tag: string) => searchedTags.includes(tag.toLocaleLowerCase());
  // While one is being typed, those that begin so.
  const isWhole = tags.some((tag) => tag.toLocaleLowerCase() === last);
  const shown = tags.filter((tag) => isWhole || isChosen(tag) || tag.toLocaleLowerCase().startsWith(last));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label="Tags">
      {shown.slice(0, maxShownTags).map((tag) => (
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
  const uses = new Map<string, number>();
  for (const { tags } of conversations) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].sort(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([tag]) => tag);
}
