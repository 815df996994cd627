import { lazy, Suspense } from "react";
import type { AnswerActionProps } from "../../entities/chat/slots/chatSlots.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";

const RatingButtons = lazy(() =>
  import("./RatingButtons.tsx").then(({ RatingButtons }) => ({ default: RatingButtons })),
);

/** The buttons with which a person rates an answer, if the institution wants to know. */
export function AnswerRating(props: AnswerActionProps) {
  const isOn = useFlag("answerFeedback");
  return (
    isOn && (
      <Suspense fallback={null}>
        <RatingButtons {...props} />
      </Suspense>
    )
  );
}
