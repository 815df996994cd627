import type { ReactNode } from "react";
import { AssistantSlotsContext } from "../../entities/assistants/assistantSlots.ts";
import { ChatSlotsContext } from "../../entities/chat/slots/chatSlots.ts";
import { GroupSlotsContext } from "../../entities/groups/groupSlots.ts";
import { PromptSlotsContext } from "../../entities/prompts/promptSlots.ts";
import { FenceContributionsContext } from "../../ui/markdown/fences/fenceContributions.ts";
import { assistantSlots } from "./assistantSlots.ts";
import { chatSlots } from "./chatSlots.ts";
import { fences } from "./fences.ts";
import { groupSlots } from "./groupSlots.ts";
import { promptSlots } from "./promptSlots.ts";

/** Provides the components that features contribute to conversations, prompts and messages. */
export function SlotProviders({ children }: { children: ReactNode }) {
  return (
    <ChatSlotsContext value={chatSlots}>
      <PromptSlotsContext value={promptSlots}>
        <AssistantSlotsContext value={assistantSlots}>
          <GroupSlotsContext value={groupSlots}>
            <FenceContributionsContext value={fences}>{children}</FenceContributionsContext>
          </GroupSlotsContext>
        </AssistantSlotsContext>
      </PromptSlotsContext>
    </ChatSlotsContext>
  );
}
