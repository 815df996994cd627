import { Suspense, useCallback } from "react";
import type { AnswerTextWrapperProps } from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { answerAttribute, setAnswerOf, useHighlightStore } from "./highlightStore.ts";
import { useIsHighlighterOn } from "./useIsHighlighterOn.ts";

const HighlightView = lazy(() =>
  import("./view/HighlightView.tsx").then(({ HighlightView }) => ({ default: HighlightView })),
);

/** Marks the text of an answer that may be changed, and shows it in highlight mode once a part of it is selected. */
export function HighlightableText({ answer, children }: AnswerTextWrapperProps) {
  const isOn = useIsHighlighterOn();
  const highlight = useHighlightStore(({ highlight }) => {
    const isHere = highlight?.messageId === answer?.message.id && highlight?.conversationId === answer?.conversationId;
    return answer && isHere ? highlight : null;
  });
  const register = useCallback(
    (element: HTMLElement | null) => {
      if (element && answer) setAnswerOf(element, answer);
    },
    [answer],
  );
  if (!isOn || !answer) return children;
  // The element has no box, so that nothing moves.
  return (
    <div ref={register} {...{ [answerAttribute]: true }} style={{ display: "contents" }}>
      {highlight ? (
        <Suspense fallback={children}>
          <HighlightView highlight={highlight} answer={answer} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}
