import type { AssistantContent } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { type NoticeAction, notifyActionable, notifyNextSteps } from "../../../ui/notices/notify.tsx";
import { closeNotice, longNoticeMs } from "../../../ui/notices/showNotice.ts";
import { requestField } from "./requestedField.ts";

const noticeId = "assistantWithoutInstructions";

/**
 * Says that an assistant is saved, whether only the editors of its group see it, and offers `nextSteps`. If it has no
 * instructions, says that instead, and offers to add them.
 */
export function notifySaved(
  { instructions, dataSources }: Pick<AssistantContent, "instructions" | "dataSources">,
  assistantId: string,
  { groupId, isPublished }: { groupId: string | null; isPublished: boolean | null },
  nextSteps: readonly NoticeAction[],
): void {
  closeNotice(noticeId);
  if (instructions.trim() !== "") {
    const isUnseen = groupId !== null && isPublished === false;
    const text = isUnseen ? t`Assistant saved. Only editors of the group see it.` : t`Assistant saved.`;
    notifyNextSteps("assistantSaved", text, nextSteps);
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
