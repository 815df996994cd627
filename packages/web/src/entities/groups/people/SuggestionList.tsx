import { t } from "@lingui/core/macro";
import { useLayoutEffect, useRef } from "react";
import classes from "./PeopleField.module.css";
import type { PeopleSuggestion } from "./usePeopleSuggestions.ts";

interface SuggestionListProps {
  id: string;
  suggestions: readonly PeopleSuggestion[];
  activeIndex: number | null;
  onActive: (index: number) => void;
  onChoose: (suggestion: PeopleSuggestion) => void;
}

/** The suggestions below the field for people. The focus stays in the field. */
export function SuggestionList({ id, suggestions, activeIndex, onActive, onChoose }: SuggestionListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (activeIndex !== null) listRef.current?.children[activeIndex]?.scrollIntoView({ block: "nearest" });
  }, [activeIndex]);
  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label={t`Suggested people`}
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
          {suggestion.label}
        </div>
      ))}
    </div>
  );
}
