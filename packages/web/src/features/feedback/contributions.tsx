import { Suspense } from "react";
import { useAnalysedAssistant } from "../../entities/analytics/useAnalysedAssistant.ts";
import type { AnswerActionContribution, AnswerActionProps } from "../../entities/chat/slots/chatSlots.ts";
import { useIsLocalConversation } from "../../entities/conversations/useConversation.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const RatingButtons = lazy(() =>
  import("./RatingButtons.tsx").then(({ RatingButtons }) => ({ default: RatingButtons })),
);
const RatingItems = lazy(() => import("./RatingItems.tsx").then(({ RatingItems }) => ({ default: RatingItems })));

/** Lets a person rate an answer, if the institution wants to know. */
export const answerRating: AnswerActionContribution = {
  id: "rating",
  Buttons({ buttonClass, ...props }) {
    const placeholder = <RatingPlaceholder buttonClass={buttonClass} />;
    return (
      useCanRate(props) && (
        <Suspense fallback={placeholder}>
          <RatingButtons {...props} buttonClass={buttonClass} placeholder={placeholder} />
        </Suspense>
      )
    );
  },
  // Without a boundary, so that the menu opens once it has all its items.
  Items: (props) => useCanRate(props) && <RatingItems {...props} />,
};

/** Answers of local conversations cannot be rated. Those of assistants that are analysed are rated with stars. */
function useCanRate({ message, conversationId }: AnswerActionProps): boolean {
  const isOn = useFlag("answerFeedback");
  const isLocal = useIsLocalConversation(conversationId) ?? true;
  const analysedAssistant = useAnalysedAssistant(message);
  return isOn && !isLocal && analysedAssistant === null;
}

/** Takes the space of the buttons until they are loaded, so that the other buttons of the row do not move. */
function RatingPlaceholder({ buttonClass }: { buttonClass: string | undefined }) {
  const space = <span className={buttonClass} style={{ visibility: "hidden" }} />;
  return (
    <>
      {space}
      {space}
    </>
  );
}
