import type { PromptTemplate } from "@lectern/contract";
import { type ComponentType, Suspense, useImperativeHandle } from "react";
import type { EmptyChatProps, PromptSettingProps, SlotContribution } from "../../entities/chat/slots/chatSlots.ts";
import type { SlashListContribution, SlashListProps } from "../../entities/chat/slots/slashList.ts";
import { usePrompts } from "../../entities/prompts/store/usePrompts.ts";
import { lazy } from "../../lib/preload/lazy.ts";

const loadSlashList = () => import("./slash/SlashList.tsx");

/** The list of prompts that opens when a slash is typed in the message field. */
export const slashPrompts: SlashListContribution<PromptTemplate> = {
  Component: lazy<ComponentType<SlashListProps<PromptTemplate>>>(() =>
    loadSlashList().then(
      ({ SlashList }) => ({ default: SlashList }),
      () => ({ default: NoSlashList }),
    ),
  ),
  load: loadSlashList,
};

/** Replaces the list if it cannot be loaded. A slash is then an ordinary character. */
function NoSlashList({ handleRef }: SlashListProps<PromptTemplate>) {
  useImperativeHandle(handleRef, () => ({ press: () => false }));
  return null;
}

const LazyFollowUps = lazy<ComponentType<{ conversationId: string }>>(() =>
  import("./use/FollowUpButtons.tsx").then(
    ({ FollowUpButtons }) => ({ default: FollowUpButtons }),
    // If the buttons cannot be loaded, show the conversation without them.
    () => ({ default: () => null }),
  ),
);

/** The follow-up prompts below the last answer. The code is loaded if the person has follow-up prompts. */
export const followUpPrompts: SlotContribution<{ conversationId: string }> = {
  id: "followUpPrompts",
  Component: FollowUpPrompts,
};

function FollowUpPrompts({ conversationId }: { conversationId: string }) {
  const hasFollowUps = usePrompts().some(({ type }) => type === "follow_up");
  if (!hasFollowUps) return null;
  return (
    <Suspense fallback={null}>
      <LazyFollowUps conversationId={conversationId} />
    </Suspense>
  );
}

/** The selector for custom instructions in the settings of a conversation. */
export const instructionsSetting: SlotContribution<PromptSettingProps> = {
  id: "instructions",
  Component: lazy(() =>
    import("./use/ConversationInstructions.tsx").then(({ ConversationInstructions }) => ({
      default: ConversationInstructions,
    })),
  ),
};

/** The ways to start below the field of a conversation without messages. If they cannot be loaded, there are none. */
export const promptStarters: SlotContribution<EmptyChatProps> = {
  id: "prompts",
  appliesTo: ({ assistant }) => assistant === null,
  Component: lazy<ComponentType<{ conversationId: string }>>(() =>
    import("./starters/PromptStarters.tsx").then(
      ({ PromptStarters }) => ({ default: PromptStarters }),
      () => ({ default: () => null }),
    ),
  ),
};
