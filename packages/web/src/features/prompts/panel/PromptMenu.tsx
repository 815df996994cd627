import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconCopy,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconPencil,
  IconPlayerPlay,
  IconShare,
  IconTrash,
} from "@tabler/icons-react";
import { getPromptRights } from "../../../entities/prompts/promptRights.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import classes from "./PromptMenu.module.css";

export interface PromptActions {
  start: (prompt: PromptTemplate) => void;
  /** Opens the editor, which is read-only if the template cannot be edited. */
  open: (prompt: PromptTemplate) => void;
  copy: (prompt: PromptTemplate) => void;
  move: (prompt: PromptTemplate) => void;
  hide: (prompt: PromptTemplate, isHidden: boolean) => void;
  /** Deletes the template after confirmation. */
  remove: (prompt: PromptTemplate) => void;
}

interface PromptMenuProps {
  prompt: PromptTemplate;
  actions: PromptActions;
  /** The reason why the template cannot be started now; null if it can. */
  blockedReason: string | null;
  labelledBy: string;
  onClose: () => void;
}

const iconProps = { size: 16, stroke: 1.6 };

/** The open menu of a template, anchored to its parent element. */
export function PromptMenu({ prompt, actions, blockedReason, labelledBy, onClose }: PromptMenuProps) {
  const { canEdit, canCopy, canDelete, canShare, canHide } = getPromptRights(prompt);
  const isHidden = prompt.data.hidden === true;
  const isBlocked = blockedReason !== null;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={200} onClose={onClose}>
      <Menu.Item
        leftSection={<IconPlayerPlay {...iconProps} />}
        disabled={isBlocked}
        title={blockedReason ?? undefined}
        onClick={() => actions.start(prompt)}
        data-autofocus={!isBlocked || undefined}
      >
        {t({ message: "Start", context: "a conversation" })}
      </Menu.Item>
      <Menu.Item
        leftSection={canEdit ? <IconPencil {...iconProps} /> : <IconEye {...iconProps} />}
        onClick={() => actions.open(prompt)}
        data-autofocus={isBlocked || undefined}
      >
        {canEdit ? t`Edit` : t({ message: "View", context: "verb" })}
      </Menu.Item>
      {canCopy && (
        <Menu.Item leftSection={<IconCopy {...iconProps} />} onClick={() => actions.copy(prompt)}>
          {t`Make a copy`}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconFolderSymlink {...iconProps} />} onClick={() => actions.move(prompt)}>
        {t`Move to folder…`}
      </Menu.Item>
      {canShare && (
        <Menu.Item
          leftSection={<IconShare {...iconProps} />}
          onClick={() => openDialog("share", { promptIds: [prompt.id] })}
        >
          {t`Share…`}
        </Menu.Item>
      )}
      {canHide && (
        <Menu.Item
          leftSection={isHidden ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
          onClick={() => actions.hide(prompt, !isHidden)}
        >
          {isHidden ? t`Show in the list` : t`Hide`}
        </Menu.Item>
      )}
      {canDelete && (
        <Menu.Item
          className={classes.danger}
          leftSection={<IconTrash {...iconProps} />}
          onClick={() => actions.remove(prompt)}
        >
          {t({ message: "Delete", context: "a prompt" })}
        </Menu.Item>
      )}
    </ActionMenu>
  );
}
