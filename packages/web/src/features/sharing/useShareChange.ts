import type { OpCallInput, removeReceivedShare, withdrawShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reloadShares } from "../../entities/shares/shareQueries.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError, notifyFailure, notifySuccess } from "../../ui/notices/notify.tsx";

/** Removes or withdraws something. `run` never rejects; a failure is shown in a notice. */
export function useShareChange(
  op: typeof removeReceivedShare | typeof withdrawShare,
  input: OpCallInput<typeof withdrawShare>,
  onDone: () => void,
): { isBusy: boolean; run: (successText: string) => Promise<void> } {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (successText: string) => {
    setIsBusy(true);
    try {
      await call(op, input);
      notifySuccess(successText);
    } catch (error) {
      if (error instanceof CallError && error.status === 404)
        notifyError(t`Unable to find shared item. It may have been deleted.`);
      else notifyFailure(error);
    }
    await reloadShares(cache);
    setIsBusy(false);
    onDone();
  };
  return { isBusy, run };
}
