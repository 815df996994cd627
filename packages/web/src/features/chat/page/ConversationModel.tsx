import type { Conversation } from "@lectern/contract";
import { IconLock } from "@tabler/icons-react";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useUserSettings } from "../../../entities/settings/userSettings.ts";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import classes from "./ConversationModel.module.css";
import { useConversationControls } from "./useConversationControls.ts";

/** The field that chooses the model of a conversation, without the models that the person has hidden. */
export function ConversationModel({ conversation }: { conversation: Conversation }) {
  const { ModelSelector } = use(ChatSlotsContext);
  const { userId } = useConversationStore();
  const { hiddenModelIds } = useUserSettings(userId);
  const { model, isStreaming, enforcedModelReason, changeModel } = useConversationControls(conversation);
  if (model && enforcedModelReason !== null) return <EnforcedModel name={model.name} reason={enforcedModelReason} />;
  return (
    <ModelSelector value={model?.id ?? null} hiddenIds={hiddenModelIds} disabled={isStreaming} onChange={changeModel} />
  );
}

/** The model that an assistant chooses. A button, so that the keyboard reaches the reason. */
function EnforcedModel({ name, reason }: { name: string; reason: string }) {
  return (
    <Tooltip label={reason} multiline maw={260} isForTouchAndFocus>
      <button type="button" className={classes.enforced} aria-disabled="true" aria-description={reason}>
        <IconLock size={14} stroke={1.8} aria-hidden />
        <span className={classes.name}>{name}</span>
      </button>
    </Tooltip>
  );
}
