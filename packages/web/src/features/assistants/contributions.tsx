import type { AssistantSummary } from "@lectern/contract";
import { type ComponentType, useImperativeHandle } from "react";
import { useConversationAssistant } from "../../entities/assistants/useConversationAssistant.ts";
import type {
  AnswerPartContribution,
  AssistantIntroProps,
  ComposerToolContribution,
  ComposerToolProps,
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

export const AssistantIntro = lazy<ComponentType<AssistantIntroProps>>(() =>
  import("./page/AssistantIntro.tsx").then(({ AssistantIntro }) => ({ default: AssistantIntro })),
);

/** The questions to start with. If they cannot be loaded, there are none. */
export const AssistantStarters = lazy<ComponentType<AssistantIntroProps>>(() =>
  import("./page/AssistantStarters.tsx").then(
    ({ AssistantStarters }) => ({ default: AssistantStarters }),
    () => ({ default: () => null }),
  ),
);

/**
 * The assistants that groups offer. Everything else of an empty chat is loaded before them. If they cannot be loaded,
 * there are none.
 */
export const OfferedAssistants = lazy<ComponentType<{ conversationId: string }>>(() =>
  new Promise<void>(whenIdle)
    .then(() => import("./offered/OfferedAssistants.tsx"))
    .then(
      ({ OfferedAssistants }) => ({ default: OfferedAssistants }),
      () => ({ default: () => null }),
    ),
);

/** What the author of an assistant says below each of its answers. */
export const assistantDisclaimer: AnswerPartContribution = {
  id: "assistantDisclaimer",
  appliesTo: ({ currentAssistantDisclaimer }) => typeof currentAssistantDisclaimer === "string",
  Component: lazy(() => import("./chat/Disclaimer.tsx").then(({ Disclaimer }) => ({ default: Disclaimer }))),
};
