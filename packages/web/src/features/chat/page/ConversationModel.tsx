import type { Conversation } from "@lectern/contract";
import { Tooltip } from "@mantine/core";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useUserSettings } from "../../../entities/settings/userSettings.ts";
import { useConversationControls } from "./useConversationControls.ts";

/** The field that chooses the model of a conversation, without the models that the person has hidden. */
export function ConversationModel({ conversation }: { conversation: Conversation }) {
  const { ModelSelector } = use(ChatSlotsContext);
  const { userId } = useConversationStore();
  const { hiddenModelIds } = useUserSettings(userId);
  const { model, isStreaming, enforcedModelReason, changeModel } = useConversationControls(conversation);
  const isEnforced = enforcedModelReason !== null;
  return (
    <Tooltip label={enforcedModelReason} disabled={!isEnforced} multiline maw={260}>
      <div>
        <ModelSelector
          value={model?.id ?? null}
          hiddenIds={hiddenModelIds}
          disabled={isStreaming || isEnforced}
          onChange={changeModel}
        />
      </div>
    </Tooltip>
  );
}
