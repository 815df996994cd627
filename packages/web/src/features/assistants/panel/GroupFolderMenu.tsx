import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";

interface GroupFolderMenuProps {
  isHidden: boolean;
  labelledBy: string;
  onHide: (isHidden: boolean) => void;
  onClose: () => void;
}

/** The open menu of a group's folder. The folder belongs to the group, so it can only be hidden. */
export function GroupFolderMenu({ isHidden, labelledBy, onHide, onClose }: GroupFolderMenuProps) {
  const Icon = isHidden ? IconEye : IconEyeOff;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width={180} onClose={onClose}>
      <Menu.Item leftSection={<Icon size={16} stroke={1.6} />} data-autofocus onClick={() => onHide(!isHidden)}>
        {isHidden ? t`Unhide` : t`Hide`}
      </Menu.Item>
    </ActionMenu>
  );
}
