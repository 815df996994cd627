import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconEye, IconEyeOff, IconTool } from "@tabler/icons-react";
import { useFlag } from "../../../entities/flags/useFlag.ts";
import { canEditAssistants, useGroups } from "../../../entities/groups/useGroups.ts";
import { setGroupFolderHidden } from "../../../entities/settings/hiddenGroupFolders.ts";
import { openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";

interface GroupFolderMenuProps {
  userId: string;
  groupId: string;
  isHidden: boolean;
  labelledBy: string;
  onClose: () => void;
}

const iconProps = { size: 16, stroke: 1.6 };

/** The open menu of a group's folder. The folder belongs to the group, so it can only be hidden. */
export function GroupFolderMenu({ userId, groupId, isHidden, labelledBy, onClose }: GroupFolderMenuProps) {
  const hasAdminInterface = useFlag("assistantAdminInterface");
  const { data: groups } = useGroups();
  const isWriter = groups?.some((group) => group.id === groupId && canEditAssistants(group)) ?? false;
  return (
    <ActionMenu labelledBy={labelledBy} position="bottom-end" width="max-content" onClose={onClose}>
      <Menu.Item
        leftSection={isHidden ? <IconEye {...iconProps} /> : <IconEyeOff {...iconProps} />}
        data-autofocus
        onClick={() => setGroupFolderHidden(userId, groupId, !isHidden)}
      >
        {isHidden ? t`Unhide` : t`Hide`}
      </Menu.Item>
      {isWriter && hasAdminInterface && (
        <Menu.Item leftSection={<IconTool {...iconProps} />} onClick={() => openAssistantAdmin({ groupId })}>
          {t`Open In Assistant Admin Interface`}
        </Menu.Item>
      )}
    </ActionMenu>
  );
}
