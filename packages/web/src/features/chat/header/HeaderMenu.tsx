import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconChevronLeft,
  IconChevronRight,
  IconClearAll,
  IconDots,
  IconDownload,
  IconFiles,
  IconTemplate,
  type TablerIcon,
} from "@tabler/icons-react";
import { use, useState } from "react";
import { ChatSlotsContext } from "../../../entities/chat/slots/chatSlots.ts";
import { openPanel } from "../../../entities/shell/panels.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { HeaderMenuButtonProps, NarrowActions } from "./headerMenuProps.ts";

interface HeaderMenuProps extends HeaderMenuButtonProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
}

type Level = "frequent" | "rare" | "frequentAgain";

/** The open menu of a conversation's header. Its code is loaded when the page is idle or its button is hovered. */
export function HeaderMenu(props: HeaderMenuProps) {
  const { labelledBy, isEmpty, narrowActions, onClose } = props;
  const [level, setLevel] = useState<Level>("frequent");
  return (
    <ActionMenu
      labelledBy={labelledBy}
      position="bottom-end"
      width="max-content"
      onClose={onClose}
      onBack={level === "rare" ? () => setLevel("frequentAgain") : undefined}
    >
      {narrowActions ? (
        <NarrowItems {...props} {...narrowActions} level={level} onLevel={setLevel} />
      ) : (
        !isEmpty && <WideItems {...props} />
      )}
    </ActionMenu>
  );
}

function WideItems(props: HeaderMenuProps) {
  const { conversationId, blockedReason } = props;
  const { Component: ConversationItems } = use(ChatSlotsContext).conversationItems;
  return (
    <>
      <DownloadItem {...props} />
      <ConversationItems {...{ conversationId, blockedReason }} isFirst={false}>
        <ClearItem {...props} />
      </ConversationItems>
    </>
  );
}

interface NarrowItemsProps extends HeaderMenuProps, NarrowActions {
  level: Level;
  onLevel: (level: Level) => void;
}

/** Has the rare items in a second level, which replaces the first one. */
function NarrowItems(props: NarrowItemsProps) {
  const { conversationId, blockedReason, isEmpty, onOpenSettings, onOpenDataSources, level, onLevel } = props;
  const { Component: ConversationItems } = use(ChatSlotsContext).conversationItems;
  const workspaceItems = (
    <>
      <Menu.Item data-autofocus={isEmpty || undefined} leftSection={toSection(IconFiles)} onClick={onOpenDataSources}>
        {t({ message: "Data Sources", context: "your files" })}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconTemplate)} onClick={() => openPanel("right")}>
        {formatList([t`Prompts`, t`Assistants`])}
      </Menu.Item>
    </>
  );
  if (isEmpty) return workspaceItems;
  if (level === "rare") {
    return (
      <>
        <Menu.Item
          ref={focusElement}
          leftSection={toSection(IconChevronLeft)}
          closeMenuOnClick={false}
          onClick={() => onLevel("frequentAgain")}
        >
          {t({ message: "Back", context: "to the first level of a menu" })}
        </Menu.Item>
        <Menu.Divider />
        {workspaceItems}
        <ConversationItems {...{ conversationId, blockedReason }} isFirst={false} part="rare">
          <ClearItem {...props} />
        </ConversationItems>
      </>
    );
  }
  return (
    <>
      <DownloadItem {...props} />
      <ConversationItems {...{ conversationId, blockedReason }} isFirst={false} part="frequent">
        <BlockableItem
          label={t`Chat settings`}
          Icon={IconAdjustmentsHorizontal}
          blockedReason={blockedReason}
          run={onOpenSettings}
        />
        <Menu.Item
          ref={level === "frequentAgain" ? focusElement : undefined}
          leftSection={toSection(IconDots)}
          rightSection={toSection(IconChevronRight)}
          closeMenuOnClick={false}
          onClick={() => onLevel("rare")}
        >
          {t({ message: "More", context: "menu" })}
        </Menu.Item>
      </ConversationItems>
    </>
  );
}

/** The pressed item, which had the focus, has left the menu. */
const focusElement = (element: HTMLElement | null) => element?.focus();

function DownloadItem({ onDownload }: HeaderMenuProps) {
  return (
    <Menu.Item data-autofocus leftSection={toSection(IconDownload)} onClick={onDownload}>
      {t`Download as a document`}
    </Menu.Item>
  );
}

function ClearItem({ blockedReason, onClear }: HeaderMenuProps) {
  return <BlockableItem label={t`Clear messages`} Icon={IconClearAll} blockedReason={blockedReason} run={onClear} />;
}

interface BlockableItemProps {
  label: string;
  Icon: TablerIcon;
  blockedReason: string | null;
  run: () => void;
}

function BlockableItem({ label, Icon, blockedReason, run }: BlockableItemProps) {
  const isBlocked = blockedReason !== null;
  return (
    <Menu.Item
      leftSection={toSection(Icon)}
      // A blocked item stays focusable, so that screen readers announce the reason.
      aria-disabled={isBlocked || undefined}
      aria-description={blockedReason ?? undefined}
      closeMenuOnClick={!isBlocked}
      onClick={isBlocked ? undefined : run}
    >
      {label}
    </Menu.Item>
  );
}

const toSection = (Icon: TablerIcon) => <Icon size={16} stroke={1.6} aria-hidden />;
