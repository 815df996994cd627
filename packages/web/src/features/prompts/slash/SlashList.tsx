import type { PromptTemplate } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { findSlashPrompts } from "./findSlashPrompts.ts";
import classes from "./SlashList.module.css";

/** The list of prompts above the message field, opened by typing a slash. The field forwards its key presses. */
export function SlashList({ query, listId, handleRef, onActive, onChoose }: SlashListProps<PromptTemplate>) {
  const prompts = usePrompts();
  const matches = useMemo(() => findSlashPrompts(prompts, query), [prompts, query]);
  const [selection, setSelection] = useState({ query, index: 0 });
  // Typing resets the selection.
  const index = selection.query === query ? Math.min(selection.index, matches.length - 1) : 0;
  const activePrompt = matches[index];
  const listRef = useRef<HTMLDivElement>(null);
  const activeId = activePrompt ? `${listId}-${index}` : null;

  const press = (key: string): boolean => {
    if (!activePrompt) return false;
    const move = (to: number) => setSelection({ query, index: (to + matches.length) % matches.length });
    if (key === "ArrowDown") move(index + 1);
    else if (key === "ArrowUp") move(index - 1);
    else if (key === "Enter" || key === "Tab") onChoose(activePrompt);
    else return false;
    return true;
  };
  useImperativeHandle(handleRef, () => ({ press }));
  useEffect(() => onActive(activeId), [activeId, onActive]);
  useEffect(() => () => onActive(null), [onActive]);
  useLayoutEffect(() => {
    listRef.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);

  if (matches.length === 0) return null;
  return (
    // Clicks in the list do not move the focus away from the field.
    <div className={classes.box} onPointerDown={(event) => event.preventDefault()}>
      <div
        ref={listRef}
        id={listId}
        role="listbox"
        aria-label={t`Prompts`}
        // Scrollable elements must be focusable. This list never gets the focus, because it closes when the field loses
        // the focus.
        tabIndex={0}
        className={classes.list}
      >
        {matches.map((prompt, matchIndex) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
          <div
            key={prompt.id}
            id={`${listId}-${matchIndex}`}
            role="option"
            aria-selected={matchIndex === index}
            className={classes.option}
            onPointerMove={() => matchIndex !== index && setSelection({ query, index: matchIndex })}
            onClick={() => onChoose(prompt)}
          >
            <span className={classes.name}>{prompt.name}</span>
            {prompt.description.trim() !== "" && <span className={classes.about}>{prompt.description}</span>}
          </div>
        ))}
      </div>
      <p role="status" className={classes.count}>
        {plural(matches.length, { one: "# prompt", other: "# prompts" })}
      </p>
    </div>
  );
}
