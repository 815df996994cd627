import { type ReactNode, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import fadeClasses from "../../../ui/scrollFade.module.css";
import classes from "./SuggestionList.module.css";
import type { SlashListProps } from "./slashList.ts";
import { useRoomAbove } from "./useRoomAbove.ts";

interface SuggestionListProps<Choice> extends SlashListProps<Choice> {
  label: string;
  /** The number of matches, for screen readers. */
  countText: string;
  matches: readonly Choice[];
  getKey: (choice: Choice) => string;
  renderOption: (choice: Choice) => ReactNode;
}

/** A list of suggestions above the message field, which keeps the focus and forwards its key presses. */
export function SuggestionList<Choice>(props: SuggestionListProps<Choice>) {
  const { label, countText, matches, getKey, renderOption, query, listId, handleRef, onActive, onChoose } = props;
  const [selection, setSelection] = useState({ query, index: 0 });
  // Typing resets the selection.
  const index = selection.query === query ? Math.min(selection.index, matches.length - 1) : 0;
  const active = matches[index];
  const boxRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const activeId = active === undefined ? null : `${listId}-${index}`;

  const press = (key: string): boolean => {
    if (active === undefined) return false;
    const move = (to: number) => setSelection({ query, index: (to + matches.length) % matches.length });
    if (key === "ArrowDown") move(index + 1);
    else if (key === "ArrowUp") move(index - 1);
    else if (key === "Enter" || key === "Tab") onChoose(active);
    else return false;
    return true;
  };
  useRoomAbove(boxRef, matches.length > 0);
  useImperativeHandle(handleRef, () => ({ press }));
  // Before the next paint, so that the field never names another option than the list shows as selected.
  useLayoutEffect(() => onActive(activeId), [activeId, onActive]);
  useLayoutEffect(() => () => onActive(null), [onActive]);
  useLayoutEffect(() => {
    listRef.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);

  if (matches.length === 0) return null;
  return (
    // Clicks in the list do not move the focus away from the field.
    <div ref={boxRef} className={classes.box} onPointerDown={(event) => event.preventDefault()}>
      <div
        ref={listRef}
        id={listId}
        role="listbox"
        aria-label={label}
        // Scrollable elements must be focusable. This list never gets the focus, because it closes when the field loses
        // the focus.
        tabIndex={0}
        className={`${classes.list} ${fadeClasses.fadingBelow}`}
      >
        {matches.map((match, matchIndex) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
          <div
            key={getKey(match)}
            id={`${listId}-${matchIndex}`}
            role="option"
            aria-selected={matchIndex === index}
            className={classes.option}
            onPointerMove={() => matchIndex !== index && setSelection({ query, index: matchIndex })}
            onClick={() => onChoose(match)}
          >
            {renderOption(match)}
          </div>
        ))}
      </div>
      <p role="status" className={classes.count}>
        {countText}
      </p>
    </div>
  );
}
