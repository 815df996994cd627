import { hasWaitingStep } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconClipboardText,
  IconCode,
  IconDownload,
  IconGitFork,
  IconPencil,
  IconRefreshDot,
  IconTrash,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, use } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { hasAnyFlag } from "../../../entities/flags/hasAnyFlag.ts";
import { flagsQuery } from "../../../entities/flags/useFlag.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { AnswerModelContext } from "./answerModel.ts";
import classes from "./MessageMenu.module.css";
import type { MessageMenuButtonProps } from "./messageMenuProps.ts";

interface MessageMenuProps extends MessageMenuButtonProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  /** Called to choose the model that answers again. */
  onChooseModel: () => void;
  onClose: () => void;
}

/** The open menu of one message. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, blockedReason, source, narrowItems, labelledBy, onCopyRich, onChooseModel, onClose, actions } =
    props;
  const { changes } = actions;
  const { enforcedReason } = use(AnswerModelContext);
  const workspace = useWorkspace();
  const { data: flags } = useQuery(flagsQuery);
  const { messageActions } = use(ChatSlotsContext);
  // `use` always suspends first, and React then waits before it replaces the fallback.
  const contributions = messageActions.getLoaded() ?? use(messageActions.load());
  const isAnswer = message.role === "assistant";
  const editBlockedReason =
    blockedReason ?? (hasWaitingStep(message.data) ? t`The answer is waiting for your approval` : null);
  const hasText = message.content !== "";
  const items: ReactNode[] = [];
  const add = (item: Omit<ItemProps, "isFirst">) =>
    items.push(<Item key={item.label} {...item} isFirst={items.length === 0} />);
  if (props.onAnswerAgain)
    add({
      label: t`Try another model`,
      Icon: IconRefreshDot,
      blockedReason: props.answerAgainBlockedReason ?? enforcedReason,
      onChoose: onChooseModel,
    });
  if (isAnswer && hasText) add({ label: t`Copy as rich text`, Icon: IconClipboardText, onChoose: onCopyRich });
  if (changes && isAnswer && hasText)
    add({
      label: t`Edit`,
      Icon: IconPencil,
      blockedReason: editBlockedReason,
      onChoose: () => changes.edit(message.id),
    });
  if (source)
    add({ label: source.isShown ? t`Show formatted` : t`Show Markdown`, Icon: IconCode, onChoose: source.toggle });
  if (changes && hasText)
    add({ label: t`Continue in a new chat`, Icon: IconGitFork, blockedReason, onChoose: () => changes.fork(message) });
  if (hasText) add({ label: t`Download`, Icon: IconDownload, onChoose: () => actions.download(message) });
  if (narrowItems) items.push(narrowItems);
  for (const contribution of contributions) {
    const { label, Icon, appliesTo, isShown, changesConversation = false, isForOwnChats = false, run } = contribution;
    if (!appliesTo(message) || ((changesConversation || isForOwnChats) && !changes)) continue;
    if (!hasAnyFlag(flags, contribution.flags) || isShown?.(workspace) === false) continue;
    const reason = changesConversation ? blockedReason : null;
    add({ label, Icon, blockedReason: reason, onChoose: () => run(message, workspace) });
  }
  if (changes)
    add({
      label: t({ message: "Delete", context: "a message" }),
      Icon: IconTrash,
      blockedReason,
      isDanger: true,
      onChoose: () => changes.remove(message),
    });
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-start" width="max-content" onClose={onClose}>
      {items}
    </ActionMenu>
  );
}

interface ItemProps {
  label: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  /** The reason why the control is disabled; null if it is enabled. */
  blockedReason?: string | null;
  isDanger?: boolean;
  isFirst: boolean;
  onChoose: () => void;
}

function Item({ label, Icon, blockedReason = null, isDanger = false, isFirst, onChoose }: ItemProps) {
  const isBlocked = blockedReason !== null;
  return (
    <Menu.Item
      leftSection={<Icon size={16} stroke={1.6} />}
      className={[classes.item, isDanger && classes.danger].filter(Boolean).join(" ")}
      {...(isFirst ? { "data-autofocus": true } : {})}
      // A blocked item stays focusable, so that screen readers announce the reason.
      aria-disabled={isBlocked || undefined}
      title={blockedReason ?? undefined}
      aria-description={blockedReason ?? undefined}
      closeMenuOnClick={!isBlocked}
      onClick={isBlocked ? undefined : onChoose}
    >
      {label}
    </Menu.Item>
  );
}
