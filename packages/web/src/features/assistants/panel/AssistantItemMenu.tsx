import type { AssistantSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconEye,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlayerPlay,
  IconShare,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { setAssistantPinned } from "../../../entities/assistants/assistantMarks.ts";
import { getAssistantRights } from "../../../entities/assistants/assistantRights.ts";
import { editAssistant } from "../../../entities/assistants/editAssistant.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { copyAssistantLink } from "../copyAssistantLink.ts";
import classes from "./AssistantPanel.module.css";

interface AssistantItemMenuProps {
  assistant: AssistantSummary;
  isPinned: boolean;
  /** The reason why no conversation can be opened now; null if one can. */
  blockedReason: string | null;
  labelledBy: string;
  onStart: () => void;
  onClose: () => void;
}

const iconProps = { size: 16, stroke: 1.6 };

/** The open menu of an assistant. */
export function AssistantItemMenu(props: AssistantItemMenuProps) {
  const { assistant, isPinned, blockedReason, labelledBy, onStart, onClose } = props;
  const { assistantId, name, owner } = assistant;
  const { canEdit, canShare, canDelete } = getAssistantRights(assistant);
  const { user } = useWorkspace();
  const isBlocked = blockedReason !== null;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={240} onClose={onClose}>
      <Menu.Item
        leftSection={<IconPlayerPlay {...iconProps} />}
        disabled={isBlocked}
        title={blockedReason ?? undefined}
        onClick={onStart}
        data-autofocus={!isBlocked || undefined}
      >
        {t({ message: "Start", context: "a conversation" })}
      </Menu.Item>
      <Menu.Item
        leftSection={isPinned ? <IconPinnedOff {...iconProps} /> : <IconPin {...iconProps} />}
        data-autofocus={isBlocked || undefined}
        onClick={() => setAssistantPinned(user.id, assistantId, !isPinned)}
      >
        {isPinned ? t`Unpin` : t`Pin`}
      </Menu.Item>
      <Menu.Item
        leftSection={canEdit ? <IconPencil {...iconProps} /> : <IconEye {...iconProps} />}
        onClick={() => editAssistant(assistant)}
      >
        {canEdit ? t`Edit` : t({ message: "View", context: "verb" })}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink {...iconProps} />} onClick={() => void copyAssistantLink(assistantId)}>
        {t`Copy link`}
      </Menu.Item>
      {canShare && (
        <Menu.Item
          leftSection={<IconShare {...iconProps} />}
          onClick={() => openDialog("assistantShare", { assistantId, name })}
        >
          {t`Share…`}
        </Menu.Item>
      )}
      {assistant.isRemovable && (
        <Menu.Item
          leftSection={<IconX {...iconProps} />}
          onClick={() => openDialog("assistantLeave", { assistantId, name })}
        >
          {t`Remove from your assistants`}
        </Menu.Item>
      )}
      {canDelete && (
        <Menu.Item
          className={classes.danger}
          leftSection={<IconTrash {...iconProps} />}
          onClick={() => openDialog("assistantDeletion", { assistants: [{ assistantId, name, owner }] })}
        >
          {t({ message: "Delete", context: "an assistant" })}
        </Menu.Item>
      )}
    </ActionMenu>
  );
}
