import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconClearAll,
  IconDownload,
  IconFiles,
  IconTemplate,
  type TablerIcon,
} from "@tabler/icons-react";
import { use } from "react";
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

/** The open menu of a conversation's header. Its code is loaded when the page is idle or its button is hovered. */
export function HeaderMenu(props: HeaderMenuProps) {
  const { labelledBy, conversationId, blockedReason, isEmpty, narrowActions, onClose } = props;
  const { ConversationItems } = use(ChatSlotsContext);
  const narrowItems = narrowActions && <NarrowItems {...props} {...narrowActions} />;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="max-content" onClose={onClose}>
      {isEmpty ? (
        narrowItems
      ) : (
        <>
          {narrowItems}
          {narrowItems && <Menu.Divider />}
          <DownloadItem {...props} isFirst={!narrowItems} />
          <ConversationItems {...{ conversationId, blockedReason }} isFirst={false}>
            <ClearItem {...props} />
          </ConversationItems>
        </>
      )}
    </ActionMenu>
  );
}

/** What has buttons of its own on a wide screen, before what changes the conversation. */
function NarrowItems(props: HeaderMenuProps & NarrowActions) {
  const { blockedReason, isEmpty, onOpenSettings, onOpenDataSources } = props;
  return (
    <>
      {!isEmpty && (
        <BlockableItem
          label={t`Chat settings`}
          Icon={IconAdjustmentsHorizontal}
          blockedReason={blockedReason}
          run={onOpenSettings}
          isFirst
        />
      )}
      <Menu.Item data-autofocus={isEmpty || undefined} leftSection={toSection(IconFiles)} onClick={onOpenDataSources}>
        {t`Your files`}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconTemplate)} onClick={() => openPanel("right")}>
        {formatList([t`Prompts`, t`Assistants`])}
      </Menu.Item>
    </>
  );
}

function DownloadItem({ onDownload, isFirst }: HeaderMenuProps & { isFirst: boolean }) {
  return (
    <Menu.Item data-autofocus={isFirst || undefined} leftSection={toSection(IconDownload)} onClick={onDownload}>
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
  /** True if it gets the focus when the menu opens. */
  isFirst?: boolean;
}

function BlockableItem({ label, Icon, blockedReason, run, isFirst = false }: BlockableItemProps) {
  const isBlocked = blockedReason !== null;
  return (
    <Menu.Item
      data-autofocus={isFirst || undefined}
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
