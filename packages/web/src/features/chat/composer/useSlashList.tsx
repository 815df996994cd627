import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from "react";
import type { SlashListContribution, SlashListHandle } from "../../../entities/chat/slots/slashList.ts";
import { usePreloadWhenIdle } from "../../../lib/preload/usePreloadWhenIdle.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { findSlashQuery, type SlashQuery } from "./slashQuery.ts";

interface SlashListState {
  /** The list above the field; false while it is closed. */
  list: ReactNode;
  /** The ARIA attributes that connect the field to the list. */
  fieldProps: Record<`aria-${string}`, string | undefined>;
  /** Updates the list after the text, the caret or the focus has changed. */
  update: () => void;
  close: () => void;
  /** Handles a key press. Returns true if the field must ignore the key. */
  press: (event: KeyboardEvent) => boolean;
}

const listKeys: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "Enter", "Tab"]);

interface SlashListOptions<Choice> {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The character that opens the list. */
  trigger: "/" | "@";
  /** The list that the character opens; null if there is none. Must be the same at every render. */
  contribution: SlashListContribution<Choice> | null;
  /**
   * Resolves to the text that replaces the character and the text after it; null if nothing is replaced, for example
   * because the person cancels.
   */
  choose: (choice: Choice) => Promise<string | null>;
}

/** Opens a list when a certain character is typed at the start of a word: prompts for a slash. */
export function useSlashList<Choice>(options: SlashListOptions<Choice>): SlashListState {
  const { fieldRef, text, trigger, contribution, choose } = options;
  const List = contribution?.Component ?? null;
  usePreloadWhenIdle(contribution?.load);
  const [slashQuery, setSlashQuery] = useState<SlashQuery | null>(null);
  /** The index of the slash whose list was closed with Esc or by choosing a prompt. */
  const [dismissedStart, setDismissedStart] = useState<number | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const handleRef = useRef<SlashListHandle>(null);
  const listId = useId();
  const isUnchanged = slashQuery !== null && text.startsWith(trigger + slashQuery.query, slashQuery.start);
  const isOpen = List !== null && isUnchanged && dismissedStart !== slashQuery.start;

  const update = () => {
    const field = fieldRef.current;
    if (!field || List === null) return;
    const { value, selectionStart, selectionEnd } = field;
    const next = selectionStart === selectionEnd ? findSlashQuery(value, selectionStart, trigger) : null;
    if (next?.start !== slashQuery?.start || next?.query !== slashQuery?.query) setSlashQuery(next);
    if (next === null && dismissedStart !== null) setDismissedStart(null);
  };

  const insert = async (choice: Choice, { start, query }: SlashQuery) => {
    setDismissedStart(start);
    const chosenText = await choose(choice);
    const field = fieldRef.current;
    if (!field) return;
    field.focus();
    if (chosenText !== null) insertAt(field, start, trigger + query, chosenText);
  };

  return {
    list: isOpen && (
      <Suspense fallback={null}>
        <List
          query={slashQuery.query}
          listId={listId}
          handleRef={handleRef}
          onActive={setActiveId}
          onChoose={(choice) => void insert(choice, slashQuery)}
        />
      </Suspense>
    ),
    fieldProps: {
      "aria-autocomplete": List ? "list" : undefined,
      "aria-controls": isOpen && activeId !== null ? listId : undefined,
      "aria-activedescendant": isOpen && activeId !== null ? activeId : undefined,
    },
    update,
    close: () => setSlashQuery(null),
    press: (event) => {
      if (!isOpen || isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
        return false;
      if (event.key === "Escape") {
        setDismissedStart(slashQuery.start);
        return activeId !== null;
      }
      // While the list is being loaded, Enter must not send the incomplete text. After other text, it ends a sentence.
      if (!handleRef.current) return event.key === "Enter" && text.slice(0, slashQuery.start).trim() === "";
      return listKeys.has(event.key) && handleRef.current.press(event.key);
    },
  };
}

/**
 * Replaces what was typed at `start` with `text`, or inserts `text` at the caret if the field has changed. Undo restores
 * the old text.
 */
function insertAt(field: HTMLTextAreaElement, start: number, typed: string, text: string): void {
  const isUnchanged = field.value.startsWith(typed, start);
  const end = isUnchanged ? start + typed.length : field.selectionEnd;
  if (!isUnchanged && text === "") return;
  field.setSelectionRange(isUnchanged ? start : end, end);
  // The browser can undo no other changes by scripts.
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
}
