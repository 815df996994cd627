import { Menu } from "@mantine/core";
import {
  IconArrowsSort,
  IconCheck,
  IconEye,
  IconEyeOff,
  IconFolderX,
  IconListCheck,
  IconMessageX,
  IconTag,
} from "@tabler/icons-react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import type { FolderView } from "./useFolderView.ts";

interface SidebarMenuProps {
  labelledBy: string;
  view: FolderView;
  /** Some conversation has a tag. */
  hasTags: boolean;
  /** There is at least one conversation. */
  canCheck: boolean;
  onClose: () => void;
  onCheck: () => void;
  onFilter: () => void;
  onCleanConversations: () => void;
  onCleanFolders: () => void;
}

/** What can be done with all conversations and folders. */
export function SidebarMenu(props: SidebarMenuProps) {
  const { labelledBy, view, hasTags, canCheck, onClose, onCheck, onFilter } = props;
  const sorts = [
    { sort: "date", label: "Sort folders by date" },
    { sort: "name", label: "Sort folders by name" },
  ] as const;
  const HiddenIcon = view.showsHidden ? IconEyeOff : IconEye;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={264} onClose={onClose}>
      {sorts.map(({ sort, label }, index) => (
        <Menu.Item
          key={sort}
          role="menuitemradio"
          aria-checked={view.sort === sort}
          leftSection={<IconArrowsSort size={16} stroke={1.6} />}
          rightSection={view.sort === sort && <IconCheck size={16} stroke={1.8} aria-hidden />}
          onClick={() => view.setSort(sort)}
          data-autofocus={index === 0 || undefined}
        >
          {label}
        </Menu.Item>
      ))}
      {(view.hiddenIds.size > 0 || view.showsHidden) && (
        <Menu.Item
          leftSection={<HiddenIcon size={16} stroke={1.6} />}
          onClick={() => view.setShowsHidden(!view.showsHidden)}
        >
          {view.showsHidden ? "Hide hidden folders again" : "Show hidden folders"}
        </Menu.Item>
      )}
      <Menu.Divider />
      {canCheck && (
        <Menu.Item leftSection={<IconListCheck size={16} stroke={1.6} />} onClick={onCheck}>
          Select several
        </Menu.Item>
      )}
      {hasTags && (
        <Menu.Item leftSection={<IconTag size={16} stroke={1.6} />} onClick={onFilter}>
          Filter by tag
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconMessageX size={16} stroke={1.6} />} onClick={props.onCleanConversations}>
        Clean up empty conversations
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderX size={16} stroke={1.6} />} onClick={props.onCleanFolders}>
        Clean up empty folders
      </Menu.Item>
    </ActionMenu>
  );
}
