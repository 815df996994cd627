import type { AssistantSummary } from "@lectern/contract";
import { openAssistantAdmin } from "../shell/assistantAdminRoute.ts";
import { openDialog } from "../shell/dialogs.ts";

/** Opens the editor of an assistant: of a group's in the Assistant Admin Interface, of a person's in a dialog. */
export function editAssistant({ assistantId, group, noEdit }: AssistantSummary): void {
  if (group && !noEdit) openAssistantAdmin({ groupId: group.id, assistantId });
  else openDialog("assistantEditor", { assistantId });
}
