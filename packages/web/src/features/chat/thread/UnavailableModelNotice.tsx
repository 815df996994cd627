import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { useMenuButton } from "../../../ui/useMenuButton.ts";
import { useConversationControls } from "../page/useConversationControls.ts";
import classes from "./ArchivedNotice.module.css";
import noticeClasses from "./UnavailableModelNotice.module.css";

/**
 * Says above the message field that the model of the conversation was removed or is for others, and offers another one.
 * Until one is chosen, the default model answers.
 */
export function UnavailableModelNotice({ conversation }: { conversation: Conversation }) {
  const { status, find } = useModels();
  const { assistant, model, isStreaming, changeModel } = useConversationControls(conversation);
  if (status !== "ready" || isStreaming) return null;
  const enforcedId = assistant.status === "ready" ? assistant.assistant.model : null;
  if (enforcedId !== null) {
    const name = assistant.status === "ready" ? assistant.assistant.name : "";
    if (find(enforcedId)) return null;
    return (
      <p className={classes.notice} role="status">
        <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
        {t`The assistant “${name}” uses a model that isn’t available to you.`}
      </p>
    );
  }
  if (conversation.modelId === null || find(conversation.modelId)) return null;
  const name = model?.name ?? "";
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <span>{t`This model isn’t available to you. Please choose another one.`}</span>
      {model && <span>{t`Until then, ${name} answers.`}</span>}
      {model && (
        <ChooseButton
          onChoose={(modelId) => {
            changeModel(modelId);
            // The pressed button disappears.
            focusField("message");
          }}
        />
      )}
    </div>
  );
}

function ChooseButton({ onChoose }: { onChoose: (modelId: string) => void }) {
  const { ModelMenu } = use(ChatSlotsContext);
  const { isOpen, close, buttonProps } = useMenuButton();
  return (
    <span className={noticeClasses.anchor}>
      <Button
        size="compact-sm"
        variant="subtle"
        {...buttonProps}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
      >{t`Choose a model`}</Button>
      {isOpen && (
        <OverlaySuspense isOpen onClose={close}>
          <ModelMenu position="top-start" value={null} onChoose={({ id }) => onChoose(id)} onClose={close} />
        </OverlaySuspense>
      )}
    </span>
  );
}
