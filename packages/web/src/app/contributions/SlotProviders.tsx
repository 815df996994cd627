import type { ReactNode } from "react";
import { ChatSlotsContext } from "../../entities/chat/slots/chatSlots.ts";
import { PromptSlotsContext } from "../../entities/prompts/promptSlots.ts";
import { FenceContributionsContext } from "../../ui/markdown/fences/fenceContributions.ts";
import { chatSlots } from "./chatSlots.ts";
import { fences } from "./fences.ts";
import { promptSlots } from "./promptSlots.ts";

/** Provides the components that features contribute to conversations, prompts and messages. */
export function SlotProviders({ children }: { children: ReactNode }) {
  return (
    <ChatSlotsContext value={chatSlots}>
      <PromptSlotsContext value={promptSlots}>
        <FenceContributionsContext value={fences}>{children}</FenceContributionsContext>
      </PromptSlotsContext>
    </ChatSlotsContext>
  );
}
