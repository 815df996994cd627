import { useFlag } from "../../entities/flags/useFlag.ts";
import { openAssistantAdmin } from "../../entities/shell/assistantAdminRoute.ts";
import { type DialogProps, openDialog } from "../../entities/shell/dialogs.ts";
import { CreateGroup } from "./create/CreateGroup.tsx";

/** Creates a group and then shows it, where the person can give it its first assistant. */
export function CreateGroupDialog(props: DialogProps) {
  const canEdit = useFlag("assistantAdminInterface");
  return (
    <CreateGroup
      {...props}
      onCreated={(groupId) => (canEdit ? openAssistantAdmin({ groupId }) : openDialog("groups", { groupId }))}
    />
  );
}
