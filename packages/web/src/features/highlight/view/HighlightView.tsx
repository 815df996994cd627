import { t } from "@lingui/core/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef } from "react";
import { askBeforeLeaving } from "../../../lib/page/askBeforeLeaving.ts";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import { PartialSource } from "../../../ui/markdown/PartialSource.tsx";
import { notifyError } from "../../../ui/notices/notify.tsx";
import { closeHighlight, type Highlight, type HighlightableAnswer, hasPendingReplies } from "../highlightStore.ts";
import { getMismatchText } from "../rewriting/giveUpReply.ts";
import classes from "./HighlightView.module.css";
import { InsertMarker } from "./InsertMarker.tsx";
import { RequestForm } from "./RequestForm.tsx";
import { useEndOfMode } from "./useEndOfMode.ts";

// Loaded before the first reply is written.
askBeforeLeaving(() => hasPendingReplies());

interface HighlightViewProps {
  highlight: Highlight;
  answer: HighlightableAnswer;
}

/** An answer in highlight mode: the selected part as source, what is done with it, and the rest as usual. */
export function HighlightView({ highlight, answer: { message } }: HighlightViewProps) {
  const { source, previousSource, selection, mode, insertOffset, phase } = highlight;
  const boxRef = useRef<HTMLElement>(null);
  const isWorking = phase.kind === "streaming" || phase.kind === "saving" || phase.kind === "unsaved";
  // `PendingReplies` checks what could not be saved, also while it is not on the screen.
  const isPending = phase.kind === "saving" || phase.kind === "unsaved";
  const isChangedElsewhere = !isPending && message.content !== source && message.content !== previousSource;
  useEffect(() => {
    if (!isChangedElsewhere) return;
    // Its positions are no longer known.
    closeHighlight();
    notifyError(getMismatchText());
  }, [isChangedElsewhere]);
  const close = () => {
    const message = boxRef.current?.closest<HTMLElement>("[data-message]");
    closeHighlight();
    if (!message) return;
    message.tabIndex = -1;
    message.focus({ preventScroll: true });
  };
  useEndOfMode(boxRef, isWorking, close);
  const reply = "text" in phase ? phase.text : null;
  const isReplacing = reply !== null && mode === "fastEdit";
  const part = (
    <mark className={classes.part}>{isReplacing ? reply : source.slice(selection.start, selection.end)}</mark>
  );
  return (
    <section
      ref={boxRef}
      className={classes.view}
      aria-label={t`Highlighted answer`}
      aria-busy={phase.kind === "streaming"}
    >
      <PartialSource
        source={source}
        range={selection}
        part={part}
        belowPart={<RequestForm highlight={highlight} onClose={close} />}
        renderGap={(offset) => {
          if (mode !== "composite") return null;
          if (isWorking && offset === insertOffset)
            return <Markdown source={reply ?? ""} streaming={phase.kind === "streaming"} />;
          return <InsertMarker highlight={highlight} offset={offset} isDisabled={isWorking} />;
        }}
      />
      <Button variant="default" size="xs" className={classes.return} onClick={close}>
        {t`Return to rendered message content`}
      </Button>
      <VisuallyHidden role="status">
        {phase.kind === "streaming" && t`The text is being written.`}
        {phase.kind === "done" && t`The answer was changed.`}
      </VisuallyHidden>
    </section>
  );
}
