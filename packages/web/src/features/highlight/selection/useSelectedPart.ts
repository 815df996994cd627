import { useEffect, useState } from "react";
import { locateSelection, type SourceSelection } from "../../../ui/markdown/positions/locateSelection.ts";
import { getRenderedMarkdown } from "../../../ui/markdown/renderedMarkdown.ts";
import { findAnswerElement, type HighlightableAnswer, useHighlightStore } from "../highlightStore.ts";
import { maxSelectionLength } from "../rewriting/buildQuestion.ts";

export interface SelectedPart {
  answer: HighlightableAnswer;
  range: Range;
  /** Null: what is selected cannot be changed. */
  selection: SourceSelection | null;
}

/** How long a selection stays the same before something is offered for it. */
const settleMs = 200;

/** Returns the selection in an answer once it no longer changes, until the person dismisses it or clicks elsewhere. */
export function useSelectedPart(): { part: SelectedPart | null; dismiss: () => void } {
  const [part, setPart] = useState<SelectedPart | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const read = () => setPart(readSelectedPart());
    const wait = () => {
      clearTimeout(timer);
      if (!isPressed) timer = setTimeout(read, settleMs);
    };
    const onSelectionChange = () => {
      if (getSelection()?.isCollapsed ?? true) setPart(null);
      wait();
    };
    const onPointerDown = ({ target, pointerType }: PointerEvent) => {
      if (target instanceof Element && target.closest("[data-highlight-popover]")) return;
      // The handles of a selection by touch send no events.
      isPressed = pointerType === "mouse";
      clearTimeout(timer);
      setPart(null);
    };
    const onPointerUp = ({ target }: PointerEvent) => {
      const wasPressed = isPressed;
      isPressed = false;
      if (wasPressed && !(target instanceof Element && target.closest("[data-highlight-popover]"))) wait();
    };
    // A long press is also how a touch selects.
    const onContextMenu = (event: MouseEvent) => {
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      clearTimeout(timer);
      setPart(null);
    };
    document.addEventListener("selectionchange", onSelectionChange);
    document.addEventListener("pointerdown", onPointerDown, true);
    document.addEventListener("pointerup", onPointerUp, true);
    document.addEventListener("contextmenu", onContextMenu);
    wait();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", onSelectionChange);
      document.removeEventListener("pointerdown", onPointerDown, true);
      document.removeEventListener("pointerup", onPointerUp, true);
      document.removeEventListener("contextmenu", onContextMenu);
    };
  }, []);
  return { part, dismiss: () => setPart(null) };
}

/** Returns what is selected in an answer; null if nothing is, or if it is shown in highlight mode already. */
function readSelectedPart(): SelectedPart | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const found = findAnswerElement(range.startContainer);
  if (!found || range.toString().trim() === "") return null;
  const { element, answer } = found;
  if (useHighlightStore.getState().highlight?.messageId === answer.message.id) return null;
  return { answer, range, selection: locate(element, answer, range) };
}

function locate(element: Element, { message }: HighlightableAnswer, range: Range): SourceSelection | null {
  const root = element.firstElementChild;
  // The text may be shown in another form than Markdown.
  if (!root || getRenderedMarkdown(root)?.source !== message.content) return null;
  const selection = locateSelection(root, range);
  return selection && selection.end - selection.start <= maxSelectionLength ? selection : null;
}
