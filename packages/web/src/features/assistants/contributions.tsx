import type { AssistantSummary } from "@lectern/contract";
import { type ComponentType, useImperativeHandle } from "react";
import { useConversationAssistant } from "../../entities/assistants/useConversationAssistant.ts";
import type {
  AnswerPartContribution,
  BelowStartersProps,
  ComposerToolContribution,
  ComposerToolProps,
  EmptyChatProps,
  EmptyStateContribution,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import type { SlashListContribution, SlashListProps } from "../../entities/chat/slots/slashList.ts";
import { lazy } from "../../lib/preload/lazy.ts";
import { whenIdle } from "../../lib/preload/whenIdle.ts";
import { PickerButton } from "./picker/PickerButton.tsx";

const LazyChosenAssistant = lazy<ComponentType<ComposerToolProps>>(() =>
  import("./picker/ChosenAssistant.tsx").then(({ ChosenAssistant }) => ({ default: ChosenAssistant })),
);

/** The composer tool that chooses the assistant of a conversation. */
export const assistantPicker: ComposerToolContribution = {
  id: "assistant",
  Button: PickerButton,
  Shelf: AssistantShelf,
};

function AssistantShelf(props: ComposerToolProps) {
  const found = useConversationAssistant(props.conversation);
  return found.status === "none" ? null : <LazyChosenAssistant {...props} />;
}

const loadAssistantList = () => import("./picker/AssistantList.tsx");

/** The list of assistants that opens when an @ is typed in the message field. */
export const assistantMentions: SlashListContribution<AssistantSummary> = {
  Component: lazy<ComponentType<SlashListProps<AssistantSummary>>>(() =>
    loadAssistantList().then(
      ({ AssistantList }) => ({ default: AssistantList }),
      () => ({ default: NoAssistantList }),
    ),
  ),
  load: loadAssistantList,
};

/** Replaces the list if it cannot be loaded. An @ is then an ordinary character. */
function NoAssistantList({ handleRef }: SlashListProps<AssistantSummary>) {
  useImperativeHandle(handleRef, () => ({ press: () => false }));
  return null;
}

const AssistantIntro = lazy(() =>
  import("./page/AssistantIntro.tsx").then(({ AssistantIntro }) => ({ default: AssistantIntro })),
);

/** Introduces the assistant of a conversation in place of its title. */
export const assistantIntro: EmptyStateContribution = {
  id: "assistant",
  replacesTitle: true,
  appliesTo: hasAssistant,
  Component: ({ assistant }) => assistant && <AssistantIntro assistant={assistant} />,
};

const AssistantStarters = lazy<ComponentType<{ conversationId: string; assistant: AssistantSummary }>>(() =>
  import("./page/AssistantStarters.tsx").then(
    ({ AssistantStarters }) => ({ default: AssistantStarters }),
    () => ({ default: () => null }),
  ),
);

/** The questions of an assistant to start with. If they cannot be loaded, there are none. */
export const assistantStarters: SlotContribution<EmptyChatProps> = {
  id: "assistant",
  appliesTo: hasAssistant,
  Component: ({ conversationId, assistant }) =>
    assistant && <AssistantStarters conversationId={conversationId} assistant={assistant} />,
};

function hasAssistant({ assistant }: EmptyChatProps): boolean {
  return assistant !== null;
}

/**
 * The assistants that groups offer. Everything else of an empty chat is loaded before them. If they cannot be loaded,
 * there are none.
 */
export const offeredAssistants: SlotContribution<BelowStartersProps> = {
  id: "offeredAssistants",
  appliesTo: ({ assistant }) => assistant === null,
  Component: lazy<ComponentType<{ conversationId: string }>>(() =>
    new Promise<void>(whenIdle)
      .then(() => import("./offered/OfferedAssistants.tsx"))
      .then(
        ({ OfferedAssistants }) => ({ default: OfferedAssistants }),
        () => ({ default: () => null }),
      ),
  ),
};

/** What the author of an assistant says below each of its answers. */
export const assistantDisclaimer: AnswerPartContribution = {
  id: "assistantDisclaimer",
  appliesTo: ({ currentAssistantDisclaimer }) => typeof currentAssistantDisclaimer === "string",
  Component: lazy(() => import("./chat/Disclaimer.tsx").then(({ Disclaimer }) => ({ default: Disclaimer }))),
};
