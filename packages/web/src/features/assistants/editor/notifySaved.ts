import type { AssistantContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { type NoticeAction, notifyActionable, notifyNextSteps } from "../../../ui/notices/notify.tsx";
import { closeNotice, longNoticeMs } from "../../../ui/notices/showNotice.ts";
import { requestField } from "./requestedField.ts";

const noticeId = "assistantWithoutInstructions";

/**
 * Says that an assistant is saved, and offers `nextSteps`. If it has no instructions, says that too, and offers to add
 * them instead.
 */
export function notifySaved(
  { instructions, dataSources }: Pick<AssistantContent, "instructions" | "dataSources">,
  assistantId: string,
  groupId: string | null,
  nextSteps: readonly NoticeAction[],
): void {
  closeNotice(noticeId);
  if (instructions.trim() !== "") {
    notifyNextSteps("assistantSaved", t`Assistant saved.`, nextSteps);
    return;
  }
  const text =
    dataSources.length > 0
      ? t`Assistant saved. It has no instructions yet.`
      : t`Assistant saved. It has no instructions or documents yet.`;
  const addInstructions = () => {
    if (groupId === null) openDialog("assistantEditor", { assistantId, firstField: "instructions" });
    else {
      requestField(assistantId, "instructions");
      openAssistantAdmin({ groupId, assistantId });
    }
  };
  notifyActionable(noticeId, text, { label: t`Add instructions`, run: addInstructions }, longNoticeMs);
}
