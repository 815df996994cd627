import type { Group } from "@lectern/contract";
import { useLayoutEffect, useRef } from "react";
import { GroupMembersName } from "./GroupMembersName.tsx";
import classes from "./PeopleField.module.css";
import type { PeopleSuggestion } from "./usePeopleSuggestions.ts";
import { WholeGroupName } from "./WholeGroupName.tsx";

interface SuggestionListProps {
  id: string;
  label: string;
  suggestions: readonly PeopleSuggestion[];
  wholeGroups: readonly Group[] | undefined;
  activeIndex: number | null;
  onActive: (index: number) => void;
  onChoose: (suggestion: PeopleSuggestion) => void;
}

/** The suggestions below the field for people. The focus stays in the field. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, label, suggestions, wholeGroups = [], activeIndex, onActive, onChoose } = props;
  const listRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (activeIndex !== null) listRef.current?.children[activeIndex]?.scrollIntoView({ block: "nearest" });
  }, [activeIndex]);
  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label={label}
      // Scrollable elements must be focusable. This list never gets the focus, because clicks leave it in the field.
      tabIndex={-1}
      className={classes.list}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
        <div
          key={suggestion.entry}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === activeIndex}
          className={classes.option}
          onPointerMove={() => index !== activeIndex && onActive(index)}
          onClick={() => onChoose(suggestion)}
        >
          <SuggestionName suggestion={suggestion} wholeGroups={wholeGroups} />
        </div>
      ))}
    </div>
  );
}

function SuggestionName({ suggestion, wholeGroups }: { suggestion: PeopleSuggestion; wholeGroups: readonly Group[] }) {
  const { entry, wholeGroup, memberGroup } = suggestion;
  if (wholeGroup) return <WholeGroupName group={wholeGroup} wholeGroups={wholeGroups} />;
  return memberGroup ? <GroupMembersName entry={entry} group={memberGroup} /> : entry;
}
