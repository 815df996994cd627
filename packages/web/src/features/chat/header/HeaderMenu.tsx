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
import { openPanel } from "../../../entities/shell/panels.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { HeaderMenuButtonProps, NarrowActions } from "./headerMenuProps.ts";

interface HeaderMenuProps extends HeaderMenuButtonProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
}

/** The open menu of a conversation's header. Its code is loaded when its button is hovered, focused or pressed. */
export function HeaderMenu({ labelledBy, blockedReason, narrowActions, onClose, onClear }: HeaderMenuProps) {
  const { isEmpty = false } = narrowActions ?? {};
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={220} onClose={onClose}>
      {narrowActions && <NarrowItems {...narrowActions} blockedReason={blockedReason} />}
      {!isEmpty && (
        <BlockableItem
          label={t`Clear messages`}
          Icon={IconClearAll}
          blockedReason={blockedReason}
          isFirst={!narrowActions}
          run={onClear}
        />
      )}
    </ActionMenu>
  );
}

type NarrowItemsProps = NarrowActions & Pick<HeaderMenuProps, "blockedReason">;

function NarrowItems({ isEmpty, blockedReason, onOpenSettings, onOpenDataSources, onDownload }: NarrowItemsProps) {
  return (
    <>
      <Menu.Item data-autofocus leftSection={toSection(IconFiles)} onClick={onOpenDataSources}>
        {t`Data Sources`}
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconTemplate)} onClick={() => openPanel("right")}>
        {t`Prompts`}
      </Menu.Item>
      {!isEmpty && (
        <>
          <Menu.Item leftSection={toSection(IconDownload)} onClick={onDownload}>
            {t`Download`}
          </Menu.Item>
          <Menu.Divider />
          <BlockableItem
            label={t`Chat settings`}
            Icon={IconAdjustmentsHorizontal}
            blockedReason={blockedReason}
            run={onOpenSettings}
          />
        </>
      )}
    </>
  );
}

interface BlockableItemProps {
  label: string;
  Icon: TablerIcon;
  blockedReason: string | null;
  isFirst?: boolean;
  run: () => void;
}

function BlockableItem({ label, Icon, blockedReason, isFirst = false, run }: BlockableItemProps) {
  const isBlocked = blockedReason !== null;
  return (
    <Menu.Item
      {...(isFirst ? { "data-autofocus": true } : {})}
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
