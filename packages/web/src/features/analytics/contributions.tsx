import { Suspense } from "react";
import { useAnalysedAssistant } from "../../entities/analytics/useAnalysedAssistant.ts";
import type {
  AboveFieldProps,
  AnswerActionContribution,
  BelowSettingsProps,
  EmptyChatProps,
  EmptyStateContribution,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { AnalysisLine } from "./AnalysisLine.tsx";

const StarButtons = lazy(() =>
  import("./rating/StarButtons.tsx").then(({ StarButtons }) => ({ default: StarButtons })),
);
const StarItem = lazy(() => import("./rating/StarItem.tsx").then(({ StarItem }) => ({ default: StarItem })));

/** Lets a person rate the answers of an assistant whose conversations are analysed. */
export const starRating: AnswerActionContribution = {
  id: "stars",
  Buttons({ message, conversationId }) {
    const assistant = useAnalysedAssistant(message);
    if (!assistant) return null;
    const placeholder = <StarPlaceholder />;
    const answer = { conversationId, messageId: message.id, assistantId: assistant.assistantId };
    return (
      <Suspense fallback={placeholder}>
        <StarButtons {...answer} placeholder={placeholder} />
      </Suspense>
    );
  },
  // Without a boundary, so that the menu opens once it has all its items.
  Items({ message, conversationId }) {
    const assistant = useAnalysedAssistant(message);
    if (!assistant) return null;
    return <StarItem {...{ conversationId, messageId: message.id, assistantId: assistant.assistantId }} />;
  },
};

/** Takes the space of the stars until they are loaded, so that the other buttons of the row do not move. */
const StarPlaceholder = () => <span style={{ flex: "none", width: 106 }} />;

/** Says before the first message what others see of a conversation. */
export const analysisNotice: EmptyStateContribution = {
  id: "analysis",
  appliesTo: ({ assistant }: EmptyChatProps) => assistant !== null && assistant.analysis !== null,
  Component: lazy(() => import("./AnalysisNotice.tsx").then(({ AnalysisNotice }) => ({ default: AnalysisNotice }))),
};

/**
 * Says the same at the message field of a conversation with messages. Not lazy, because people must see it before they
 * send. It is there without an assistant, too, because screen readers announce only what changes.
 */
export const analysisLine: SlotContribution<AboveFieldProps> = { id: "analysis", Component: AnalysisLine };

/** Who has opened a conversation, in its settings. */
export const conversationOpenings: SlotContribution<BelowSettingsProps> = {
  id: "openings",
  Component: lazy(() => import("./Openings.tsx").then(({ Openings }) => ({ default: Openings }))),
};
