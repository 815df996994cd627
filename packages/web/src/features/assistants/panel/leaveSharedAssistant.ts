import { leaveAssistant } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { assistantKeys } from "../../../entities/assistants/useAssistants.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { call } from "../../../lib/call.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { notifyError, notifyInfo, notifySuccess } from "../../../ui/notices/notify.tsx";

/** Removes an assistant that somebody has shared with the person, and says how it ended. Never rejects. */
export async function leaveSharedAssistant({
  assistantId,
  name,
}: {
  assistantId: string;
  name: string;
}): Promise<void> {
  try {
    const { isRemoved } = await call(leaveAssistant, { assistantId });
    if (isRemoved) notifySuccess(t`“${name}” was removed from your assistants.`);
    else notifyInfo("leaveAssistant", t`You still have “${name}” through a group.`);
    void queryClient.invalidateQueries({ queryKey: assistantKeys.all });
  } catch (error) {
    notifyError(t`Couldn’t remove the assistant.`, toErrorDetails(error));
  }
}
