import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import { useEffect } from "react";
import { closeHighlight, type HighlightMode, useHighlightStore } from "../highlightStore.ts";
import { SelectionPopover } from "./SelectionPopover.tsx";
import { useSelectedPart } from "./useSelectedPart.ts";

/** Shows the modes beside a selection in an answer. */
export function SelectionWatcher() {
  const { part, dismiss } = useSelectedPart();
  // It then takes the place of the answer without a delay. If loading fails now, it is loaded again.
  useEffect(() => void import("../view/HighlightView.tsx").catch(() => {}), []);
  const choose = (mode: HighlightMode) => {
    if (!part?.selection) return;
    const { answer, selection } = part;
    const { message, conversationId } = answer;
    closeHighlight();
    useHighlightStore.setState({
      highlight: {
        ...{ id: crypto.randomUUID(), conversationId, messageId: message.id },
        ...{ source: message.content, previousSource: message.content, selection },
        ...{ mode, insertOffset: null, phase: { kind: "choosing" } },
      },
    });
    dismiss();
    getSelection()?.removeAllRanges();
  };
  return (
    <>
      <VisuallyHidden role="status">
        {part?.selection && t`Text selected. Press Tab to ask about it or to change it.`}
      </VisuallyHidden>
      {part && <SelectionPopover part={part} onChoose={choose} onDismiss={dismiss} />}
    </>
  );
}
