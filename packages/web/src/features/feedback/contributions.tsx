import { lazy, Suspense } from "react";
import type { AnswerActionProps } from "../../entities/chat/slots/chatSlots.ts";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";

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
  const placeholder = <RatingPlaceholder buttonClass={props.buttonClass} />;
  return (
    isOn &&
    !isLocal && (
      <Suspense fallback={placeholder}>
        <RatingButtons {...props} placeholder={placeholder} />
      </Suspense>
    )
  );
}

/** Takes the space of the buttons until they are loaded, so that the other buttons of the row do not move. */
function RatingPlaceholder({ buttonClass }: Pick<AnswerActionProps, "buttonClass">) {
  const space = <span className={buttonClass} style={{ visibility: "hidden" }} />;
  return (
    <>
      {space}
      {space}
    </>
  );
}
