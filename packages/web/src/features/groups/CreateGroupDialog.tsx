import { type DialogProps, openDialog } from "../../entities/shell/dialogs.ts";
import { CreateGroup } from "./create/CreateGroup.tsx";

/** Creates a group and then shows it. */
export function CreateGroupDialog(props: DialogProps) {
  return <CreateGroup {...props} onCreated={(groupId) => openDialog("groups", { groupId })} />;
}
