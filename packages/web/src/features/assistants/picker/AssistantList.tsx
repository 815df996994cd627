import type { AssistantSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useAssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import type { SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import classes from "./AssistantList.module.css";
import { AssistantOption } from "./AssistantOption.tsx";

const maxShown = 30;
const noAssistants: readonly AssistantSummary[] = [];

/** The list of assistants above the message field, opened by typing an @. The field forwards its key presses. */
export function AssistantList({ query, listId, handleRef, onActive, onChoose }: SlashListProps<AssistantSummary>) {
  const { user } = useWorkspace();
  const { data: assistants = noAssistants } = useAssistants();
  const marks = useAssistantMarks(user.id);
  const matches = useMemo(
    () => findAssistants(assistants, query, marks).slice(0, maxShown),
    [assistants, query, marks],
  );
  const [selection, setSelection] = useState({ query, index: 0 });
  // Typing resets the selection.
  const index = selection.query === query ? Math.min(selection.index, matches.length - 1) : 0;
  const active = matches[index];
  const listRef = useRef<HTMLDivElement>(null);
  const activeId = active ? `${listId}-${index}` : null;

  const press = (key: string): boolean => {
    if (!active) return false;
    const move = (to: number) => setSelection({ query, index: (to + matches.length) % matches.length });
    if (key === "ArrowDown") move(index + 1);
    else if (key === "ArrowUp") move(index - 1);
    else if (key === "Enter" || key === "Tab") onChoose(active);
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
        aria-label={t`Assistants`}
        // Scrollable elements must be focusable. This list never gets the focus, because it closes when the field loses
        // the focus.
        tabIndex={0}
        className={classes.list}
      >
        {matches.map((assistant, matchIndex) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which has aria-activedescendant.
          <div
            key={assistant.assistantId}
            id={`${listId}-${matchIndex}`}
            role="option"
            aria-selected={matchIndex === index}
            className={classes.option}
            onPointerMove={() => matchIndex !== index && setSelection({ query, index: matchIndex })}
            onClick={() => onChoose(assistant)}
          >
            <AssistantOption assistant={assistant} isPinned={marks.pinnedIds.includes(assistant.assistantId)} />
          </div>
        ))}
      </div>
      <p role="status" className={classes.count}>
        {plural(matches.length, { one: "# assistant", other: "# assistants" })}
      </p>
    </div>
  );
}
