import { replaceGroupKey } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { apiKeysQuery } from "./apiKeysQuery.ts";

interface ReplaceGroupKeyProps {
  groupId: string;
  groupName: string;
  size: "sm" | "compact-sm";
  /** False if it is known that the group has no key yet. */
  hasKey?: boolean;
  /** Called with the secret; null: only the group's administrators get it. */
  onReplaced?: (secret: string | null) => void;
}

/** Replaces the API key of a group after a confirmation, or creates its first one. */
export function ReplaceGroupKey({ groupId, groupName, size, hasKey = true, onReplaced }: ReplaceGroupKeyProps) {
  const cache = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const replace = async () => {
    setIsReplacing(true);
    try {
      const { key } = await call(replaceGroupKey, { groupId });
      notifySuccess(hasKey ? t`The API key was replaced.` : t`The API key was created.`, groupName);
      onReplaced?.(key);
    } catch (error) {
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`Unable to replace the groups API key...`, { reason, requestId });
    } finally {
      setIsAsking(false);
      setIsReplacing(false);
      void cache.invalidateQueries(apiKeysQuery);
    }
  };
  return (
    <>
      <Button
        variant="default"
        size={size}
        aria-label={hasKey ? t`Replace key of ${groupName}` : undefined}
        loading={isReplacing && !isAsking}
        onClick={() => (hasKey ? setIsAsking(true) : void replace())}
      >
        {hasKey ? t`Replace key` : t`Create key`}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Replace the API key of ${groupName}`}
        message={t`The present key stops working at once, and every program that uses it needs the new one. This can’t be undone.`}
        confirmLabel={t`Replace key`}
        isDestructive
        isBusy={isReplacing}
        onConfirm={() => void replace()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
