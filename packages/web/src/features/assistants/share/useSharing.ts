import { shareAssistant, unshareAssistant } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assistantSharesQuery } from "../../../entities/assistants/assistantQueries.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { call } from "../../../lib/call.ts";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import { notifyError, notifyNextSteps, notifySuccess } from "../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { getCopyLinkStep } from "../copyAssistantLink.ts";

export type ShareRole = "use" | "read" | "write";

/** Gives and withdraws rights to an assistant. The functions never reject; they return whether they succeeded. */
export function useSharing(assistantId: string, name: string) {
  const cache = useQueryClient();
  const quoted = listNames([name], quoteName);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, onSuccess: () => void, failure: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      await cache.invalidateQueries({ queryKey: assistantSharesQuery(assistantId).queryKey });
      closeNotices("share");
      onSuccess();
      return true;
    } catch (error) {
      notifyError(failure, { ...toErrorDetails(error), topic: "share" });
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    give: (recipients: readonly string[], accessType: ShareRole) =>
      run(
        () => call(shareAssistant, { assistantId, recipientUsers: [...recipients], accessType }),
        () => notifyNextSteps(`shared:${assistantId}`, t`${quoted} is shared.`, [getCopyLinkStep(assistantId)]),
        t`Sharing failed, please try again.`,
      ),
    withdraw: (recipient: string) =>
      run(
        () => call(unshareAssistant, { assistantId, recipientUsers: [recipient] }),
        () => notifySuccess(t`Access to ${quoted} removed.`),
        t`Couldn’t remove access.`,
      ),
  };
}
