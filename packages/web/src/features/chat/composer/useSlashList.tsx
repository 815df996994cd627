import type { PromptTemplate } from "@lectern/contract";
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import type { SlashListHandle, SlashListProps } from "../../../entities/chat/slots/slashList.ts";
import type { RenderedPrompt } from "../../../entities/prompts/template/renderedPrompt.ts";
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

interface SlashListOptions {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The list that a slash opens; null if there is none. Must be the same component at every render. */
  SlashList: ComponentType<SlashListProps<PromptTemplate>> | null;
  /** Renders the chosen prompt. Resolves to null if the person cancels. */
  renderPrompt: (prompt: PromptTemplate) => Promise<RenderedPrompt | null>;
  /** Called with a prompt that was inserted into the field. */
  onInsert: (rendered: RenderedPrompt) => void;
}

/** Opens a list of prompts when a slash is typed at the start of a word. */
export function useSlashList({ fieldRef, text, SlashList, renderPrompt, onInsert }: SlashListOptions): SlashListState {
  const [slashQuery, setSlashQuery] = useState<SlashQuery | null>(null);
  /** The index of the slash whose list was closed with Esc or by choosing a prompt. */
  const [dismissedStart, setDismissedStart] = useState<number | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const handleRef = useRef<SlashListHandle>(null);
  const listId = useId();
  const isUnchanged = slashQuery !== null && text.startsWith(`/${slashQuery.query}`, slashQuery.start);
  const isOpen = SlashList !== null && isUnchanged && dismissedStart !== slashQuery.start;

  const update = () => {
    const field = fieldRef.current;
    if (!field || SlashList === null) return;
    const { value, selectionStart, selectionEnd } = field;
    const next = selectionStart === selectionEnd ? findSlashQuery(value, selectionStart) : null;
    if (next?.start !== slashQuery?.start || next?.query !== slashQuery?.query) setSlashQuery(next);
    if (next === null && dismissedStart !== null) setDismissedStart(null);
  };

  const choose = async (prompt: PromptTemplate, { start, query }: SlashQuery) => {
    setDismissedStart(start);
    const rendered = await renderPrompt(prompt);
    const field = fieldRef.current;
    if (!field) return;
    field.focus();
    if (!rendered) return;
    insertAt(field, start, query, rendered.text);
    onInsert(rendered);
  };

  return {
    list: isOpen && (
      <Suspense fallback={null}>
        <SlashList
          query={slashQuery.query}
          listId={listId}
          handleRef={handleRef}
          onActive={setActiveId}
          onChoose={(prompt) => void choose(prompt, slashQuery)}
        />
      </Suspense>
    ),
    fieldProps: {
      "aria-autocomplete": SlashList ? "list" : undefined,
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
      // While the list is being loaded, Enter must not send the incomplete text.
      if (!handleRef.current) return event.key === "Enter";
      return listKeys.has(event.key) && handleRef.current.press(event.key);
    },
  };
}

/**
 * Replaces the slash and the query with `text`, or inserts `text` at the caret if they have changed. Undo restores the
 * old text.
 */
function insertAt(field: HTMLTextAreaElement, start: number, query: string, text: string): void {
  const isUnchanged = field.value.startsWith(`/${query}`, start);
  const end = isUnchanged ? start + 1 + query.length : field.selectionEnd;
  field.setSelectionRange(isUnchanged ? start : end, end);
  // The browser can undo no other changes by scripts.
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
}
