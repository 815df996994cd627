import { shareAssistant, unshareAssistant } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assistantSharesQuery } from "../../../entities/assistants/assistantQueries.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { call } from "../../../lib/call.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";

export type ShareRole = "use" | "read" | "write";

/** Gives and withdraws rights to an assistant. The functions never reject; they return whether they succeeded. */
export function useSharing(assistantId: string) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, success: string, failure: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      await cache.invalidateQueries({ queryKey: assistantSharesQuery(assistantId).queryKey });
      closeNotices("share");
      notifySuccess(success);
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
        t`Assistant shared.`,
        t`Sharing failed, please try again.`,
      ),
    withdraw: (recipient: string) =>
      run(
        () => call(unshareAssistant, { assistantId, recipientUsers: [recipient] }),
        t`Access removed.`,
        t`The access could not be removed.`,
      ),
  };
}
