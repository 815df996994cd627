import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import {
  IconArchive,
  IconEye,
  IconEyeOff,
  IconFilter,
  IconFolderX,
  IconListCheck,
  IconMessageX,
} from "@tabler/icons-react";
import { parseFolderSort } from "../../../entities/prompts/store/sortFolders.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { FolderView } from "./useFolderView.ts";

interface SidebarMenuProps {
  labelledBy: string;
  view: FolderView;
  /** True if any conversation has a tag. */
  hasTags: boolean;
  /** True if there is at least one conversation. */
  canCheck: boolean;
  onClose: () => void;
  onCheck: () => void;
  onShowArchived: () => void;
  onFilter: () => void;
  onCleanConversations: () => void;
  onCleanFolders: () => void;
}

/** The open menu with the actions for all conversations and folders. */
export function SidebarMenu(props: SidebarMenuProps) {
  const { labelledBy, view, hasTags, canCheck, onClose, onCheck, onFilter } = props;
  const HiddenIcon = view.showsHidden ? IconEyeOff : IconEye;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="max-content" onClose={onClose}>
      <Menu.RadioGroup value={view.sort} onChange={(sort) => view.setSort(parseFolderSort(sort))}>
        <Menu.RadioItem value="date" closeMenuOnClick data-autofocus>
          {t`Sort folders by date`}
        </Menu.RadioItem>
        <Menu.RadioItem value="name" closeMenuOnClick>
          {t`Sort folders by name`}
        </Menu.RadioItem>
      </Menu.RadioGroup>
      <Menu.Divider />
      {(view.hiddenIds.size > 0 || view.showsHidden) && (
        <Menu.Item
          leftSection={<HiddenIcon size={16} stroke={1.6} />}
          onClick={() => view.setShowsHidden(!view.showsHidden)}
        >
          {view.showsHidden ? t`Don’t show hidden folders` : t`Show hidden folders`}
        </Menu.Item>
      )}
      {canCheck && (
        <Menu.Item leftSection={<IconListCheck size={16} stroke={1.6} />} onClick={onCheck}>
          {t`Select chats`}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconArchive size={16} stroke={1.6} />} onClick={props.onShowArchived}>
        {t`Archived chats`}
      </Menu.Item>
      {hasTags && (
        <Menu.Item leftSection={<IconFilter size={16} stroke={1.6} />} onClick={onFilter}>
          {t`Filter by tag`}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconMessageX size={16} stroke={1.6} />} onClick={props.onCleanConversations}>
        {t`Delete empty chats`}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderX size={16} stroke={1.6} />} onClick={props.onCleanFolders}>
        {t`Delete empty folders`}
      </Menu.Item>
    </ActionMenu>
  );
}
