import type { PromptTemplate } from "@lectern/contract";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { findSlashPrompts } from "./findSlashPrompts.ts";
import classes from "./SlashList.module.css";

/** [C2.29] The prompts that a slash in the message field offers, above that field. The keys come from the field. */
export function SlashList({ query, listId, handleRef, onActive, onChoose }: SlashListProps<PromptTemplate>) {
  const prompts = usePrompts();
  const found = useMemo(() => findSlashPrompts(prompts, query), [prompts, query]);
  const [active, setActive] = useState({ query, index: 0 });
  // What is typed begins the choice anew.
  const index = active.query === query ? Math.min(active.index, found.length - 1) : 0;
  const chosen = found[index];
  const listRef = useRef<HTMLDivElement>(null);
  const activeId = chosen ? `${listId}-${index}` : null;

  const press = (key: string): boolean => {
    if (!chosen) return false;
    const move = (to: number) => setActive({ query, index: (to + found.length) % found.length });
    if (key === "ArrowDown") move(index + 1);
    else if (key === "ArrowUp") move(index - 1);
    else if (key === "Enter" || key === "Tab") onChoose(chosen);
    else return false;
    return true;
  };
  useImperativeHandle(handleRef, () => ({ press }));
  useEffect(() => onActive(activeId), [activeId, onActive]);
  useEffect(() => () => onActive(null), [onActive]);
  useLayoutEffect(() => {
    listRef.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);

  if (found.length === 0) return null;
  return (
    // The focus stays in the field, whatever is pressed here.
    <div className={classes.box} onPointerDown={(event) => event.preventDefault()}>
      <div
        ref={listRef}
        id={listId}
        role="listbox"
        aria-label="Prompts"
        // It scrolls. Nobody gets into it: it closes when the field loses the focus, and the keys of the field move in it.
        tabIndex={0}
        className={classes.list}
      >
        {found.map((prompt, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys come from the field that has the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one.
          <div
            key={prompt.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === index}
            className={classes.option}
            onPointerMove={() => at !== index && setActive({ query, index: at })}
            onClick={() => onChoose(prompt)}
          >
            <span className={classes.name}>{prompt.name}</span>
            {prompt.description.trim() !== "" && <span className={classes.about}>{prompt.description}</span>}
          </div>
        ))}
      </div>
      <p role="status" className={classes.count}>
        {found.length === 1 ? "1 prompt" : `${found.length} prompts`}
      </p>
    </div>
  );
}
