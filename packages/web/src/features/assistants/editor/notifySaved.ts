import { t } from "@lingui/core/macro";
import { openAssistantAdmin } from "../../../entities/shell/assistantAdminRoute.ts";
import { openDialog } from "../../../entities/shell/dialogs.ts";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import { type NoticeAction, notifyActionable, notifyNextSteps } from "../../../ui/notices/notify.tsx";
import { closeNotice, longNoticeMs } from "../../../ui/notices/showNotice.ts";
import { requestField } from "./requestedField.ts";
import type { SaveRequest } from "./saveRequest.ts";

const noticeId = "assistantWithoutInstructions";

const savedNoticeId = "assistantSaved";

/** Closes the notice, whose text and buttons are out of date once something else has been done. */
export const closeSavedNotice = (): void => closeNotice(savedNoticeId);

/**
 * Says which assistant is saved, whether it is published or only the editors of its group see it, and offers
 * `nextSteps`. If it has no instructions, says that instead, and offers to add them.
 */
export function notifySaved(
  assistantId: string,
  {
    content: { name, instructions, dataSources },
    groupId,
    isPublished,
    isNewlyPublished = false,
  }: Pick<SaveRequest, "content" | "groupId" | "isPublished" | "isNewlyPublished">,
  nextSteps: readonly NoticeAction[],
): void {
  closeNotice(noticeId);
  const quoted = listNames([name], quoteName);
  if (instructions.trim() !== "") {
    const isUnseen = groupId !== null && isPublished === false;
    const text = isUnseen
      ? t`Saved ${quoted}. Only the group’s editors can see it until you publish it.`
      : isNewlyPublished
        ? t`Saved and published ${quoted}. Members of the group can chat with it.`
        : t`Saved ${quoted}.`;
    notifyNextSteps(savedNoticeId, text, nextSteps);
    return;
  }
  const saved = isNewlyPublished ? t`Saved and published ${quoted}.` : t`Saved ${quoted}.`;
  const text =
    dataSources.length > 0
      ? t`${saved} It has no instructions yet.`
      : t`${saved} It has no instructions or documents yet.`;
  const addInstructions = () => {
    if (groupId === null) openDialog("assistantEditor", { assistantId, firstField: "instructions" });
    else {
      requestField(assistantId, "instructions");
      openAssistantAdmin({ groupId, assistantId });
    }
  };
  notifyActionable(
    noticeId,
    text,
    { label: t`Add instructions`, run: addInstructions },
    { closesAfterMs: longNoticeMs },
  );
}
