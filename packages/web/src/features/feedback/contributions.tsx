import { lazy, Suspense } from "react";
import type { AnswerActionProps } from "../../entities/chat/slots/chatSlots.ts";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { RatingPlaceholder } from "./RatingPlaceholder.tsx";

const RatingButtons = lazy(() =>
  import("./RatingButtons.tsx").then(({ RatingButtons }) => ({ default: RatingButtons })),
);

/**
 * The buttons with which a person rates an answer, if the institution wants to know. Answers of local conversations
 * cannot be rated.
 */
export function AnswerRating(props: AnswerActionProps) {
  const isOn = useFlag("answerFeedback");
  const isLocal = useIsLocalConversation(props.conversationId) ?? true;
  return (
    isOn &&
    !isLocal && (
      <Suspense fallback={<RatingPlaceholder buttonClass={props.buttonClass} />}>
        <RatingButtons {...props} />
      </Suspense>
    )
  );
}
