import { Menu } from "@mantine/core";
import { IconClearAll, IconDownload, IconFiles } from "@tabler/icons-react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { HeaderMenuButtonProps } from "./headerMenuProps.ts";

interface HeaderMenuProps extends HeaderMenuButtonProps {
  /** The id of the button that opened the menu. */
  labelledBy: string;
  onClose: () => void;
}

/** The open menu of a conversation's header. Its code is loaded when its button is hovered, focused or pressed. */
export function HeaderMenu(props: HeaderMenuProps) {
  const { labelledBy, blockedReason, onClose, onOpenDataSources, onDownload, onClear } = props;
  const isBlocked = blockedReason !== null;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={220} onClose={onClose}>
      <Menu.Item
        data-autofocus
        leftSection={<IconFiles size={16} stroke={1.6} aria-hidden />}
        onClick={onOpenDataSources}
      >
        Data Sources
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />} onClick={onDownload}>
        Download
      </Menu.Item>
      <Menu.Item
        leftSection={<IconClearAll size={16} stroke={1.6} aria-hidden />}
        // A blocked item stays focusable, so that screen readers announce the reason.
        aria-disabled={isBlocked || undefined}
        aria-description={blockedReason ?? undefined}
        closeMenuOnClick={!isBlocked}
        onClick={isBlocked ? undefined : onClear}
      >
        Clear messages
      </Menu.Item>
    </ActionMenu>
  );
}
