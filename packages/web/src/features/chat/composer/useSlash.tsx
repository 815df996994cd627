import type { PromptTemplate } from "@lectern/contract";
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from "react";
import type { Said } from "../../../entities/chat/sending/said.ts";
import type { ComposerPrompts } from "../../../entities/chat/slots/composerPrompts.ts";
import type { SlashListHandle } from "../../../entities/chat/slots/slashList.ts";
import { isComposing } from "../../../ui/isComposing.ts";
import { type SlashQuery, slashQueryAt } from "./slashQuery.ts";

interface Slash {
  /** Over the field; null: it is closed. */
  list: ReactNode;
  /** What the field tells those who cannot see the list. */
  fieldProps: Record<`aria-${string}`, string | undefined>;
  /** Reads the place of the caret again. */
  look: () => void;
  close: () => void;
  /** Takes a key press. True: it was for the list. */
  press: (event: KeyboardEvent) => boolean;
}

const listKeys: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "Enter", "Tab"]);

/** [C2.29] The list of prompts that a slash at the start of a word opens. `onFilled` hears what was put into the field. */
export function useSlash(
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  text: string,
  prompts: ComposerPrompts | null,
  onFilled: (said: Said) => void,
): Slash {
  const [found, setFound] = useState<SlashQuery | null>(null);
  /** The slash whose list was closed by Esc. */
  const [left, setLeft] = useState<number | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const handleRef = useRef<SlashListHandle>(null);
  const listId = useId();
  const isThere = found !== null && text.startsWith(`/${found.query}`, found.start);
  const isOpen = prompts !== null && isThere && left !== found.start;

  const look = () => {
    const field = fieldRef.current;
    if (!field || prompts === null) return;
    const { value, selectionStart, selectionEnd } = field;
    const next = selectionStart === selectionEnd ? slashQueryAt(value, selectionStart) : null;
    if (next?.start !== found?.start || next?.query !== found?.query) setFound(next);
    if (next === null && left !== null) setLeft(null);
  };

  const choose = async (prompt: PromptTemplate, { start, query }: SlashQuery) => {
    setLeft(start);
    const said = await prompts?.fill(prompt);
    const field = fieldRef.current;
    if (!field) return;
    field.focus();
    if (!said) return;
    insertAt(field, start, query, said.text);
    onFilled(said);
  };

  return {
    list: isOpen && (
      <Suspense fallback={null}>
        <prompts.SlashList
          query={found.query}
          listId={listId}
          handleRef={handleRef}
          onActive={setActiveId}
          onChoose={(prompt) => void choose(prompt, found)}
        />
      </Suspense>
    ),
    fieldProps: {
      "aria-autocomplete": prompts ? "list" : undefined,
      "aria-controls": isOpen && activeId !== null ? listId : undefined,
      "aria-activedescendant": isOpen && activeId !== null ? activeId : undefined,
    },
    look,
    close: () => setFound(null),
    press: (event) => {
      if (!isOpen || isComposing(event) || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
        return false;
      if (event.key === "Escape") {
        setLeft(found.start);
        return activeId !== null;
      }
      // While the list is still on its way, Enter sends nothing half typed.
      if (!handleRef.current) return event.key === "Enter";
      return listKeys.has(event.key) && handleRef.current.press(event.key);
    },
  };
}

/** Puts a text in the place of the slash and its word, so that undo brings them back. */
function insertAt(field: HTMLTextAreaElement, start: number, query: string, text: string): void {
  const isThere = field.value.startsWith(`/${query}`, start);
  const end = isThere ? start + 1 + query.length : field.selectionEnd;
  field.setSelectionRange(isThere ? start : end, end);
  // The only way to change a field that its undo knows of.
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
}
