import { type ApiKey, deactivateApiKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../entities/apiKeys/apiKeysQuery.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import type { KeyEnding } from "./KeyRow.tsx";

interface KeyEndingDialogProps {
  apiKey: ApiKey;
  ending: KeyEnding;
  isOpen: boolean;
  onClose: () => void;
}

/** Deactivates a key after a confirmation, or records that it was leaked. */
export function KeyEndingDialog({ apiKey, ending, isOpen, onClose }: KeyEndingDialogProps) {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { applicationName: name, api_owner_id: apiKeyId } = apiKey;
  const isLeak = ending === "reportLeak";
  const deactivate = async () => {
    setIsBusy(true);
    try {
      await call(deactivateApiKey, { apiKeyId, leaked: isLeak });
      notifySuccess(isLeak ? t`The key was reported as leaked.` : t`The key was deactivated.`, name);
    } catch (error) {
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`Failed to deactivate key...`, { reason, requestId });
    } finally {
      await cache.invalidateQueries(apiKeysQuery);
      setIsBusy(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isLeak ? t`Report ${name} as leaked` : t`Deactivate ${name}`}
      message={
        isLeak
          ? t`The key stops working at once, and it is recorded that its secret was leaked. This can’t be undone.`
          : t`The key stops working at once, in every program that uses it. This can’t be undone.`
      }
      confirmLabel={isLeak ? t`Report as leaked` : t`Deactivate`}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void deactivate()}
      onCancel={onClose}
    />
  );
}
