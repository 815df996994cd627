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
import type { HeaderMenuButtonProps } from "./headerMenuProps.ts";

interface HeaderMenuProps extends HeaderMenuButtonProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
}

/** The open menu of a conversation's header. Its code is loaded when its button is hovered, focused or pressed. */
export function HeaderMenu(props: HeaderMenuProps) {
  const { labelledBy, isEmpty, blockedReason, onClose, onOpenSettings, onOpenDataSources, onDownload, onClear } = props;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={220} onClose={onClose}>
      <Menu.Item data-autofocus leftSection={toSection(IconFiles)} onClick={onOpenDataSources}>
        Data Sources
      </Menu.Item>
      <Menu.Item leftSection={toSection(IconTemplate)} onClick={() => openPanel("right")}>
        Prompts
      </Menu.Item>
      {!isEmpty && (
        <>
          <Menu.Item leftSection={toSection(IconDownload)} onClick={onDownload}>
            Download
          </Menu.Item>
          <Menu.Divider />
          <BlockableItem
            label="Chat settings"
            Icon={IconAdjustmentsHorizontal}
            {...{ blockedReason }}
            run={onOpenSettings}
          />
          <BlockableItem label="Clear messages" Icon={IconClearAll} {...{ blockedReason }} run={onClear} />
        </>
      )}
    </ActionMenu>
  );
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
