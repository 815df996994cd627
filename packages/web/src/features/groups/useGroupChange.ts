import type { Group } from "@lectern/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assistantKeys } from "../../entities/assistants/useAssistants.ts";
import { groupsQuery } from "../../entities/groups/useGroups.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError, notifyRefusal, notifySuccess } from "../../ui/notices/notify.tsx";
import { closeNotices } from "../../ui/notices/showNotice.ts";
import { type GroupChange, getFailureText, getRefusalText, getSuccessText } from "./groupTexts.ts";

interface GroupChangeRunner {
  /**
   * Makes the change and says how it ended. Resolves to null when it is done and the groups have been read again, or to
   * the error. Only administrators' changes are sent.
   */
  run: (change: () => Promise<unknown>) => Promise<Error | null>;
  isRunning: boolean;
}

/** Makes changes of one kind to a group. `level`: that of the person; null if the person is no member any more. */
export function useGroupChange(kind: GroupChange, level: Group["level"] | null): GroupChangeRunner {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => {
      // Which assistants the person has may depend on the change.
      void cache.invalidateQueries({ queryKey: assistantKeys.all });
      return cache.invalidateQueries({ queryKey: groupsQuery.queryKey });
    },
    networkMode: "always",
  });
  return {
    isRunning: isPending,
    async run(change) {
      if (level !== "admin") {
        notifyRefusal(getRefusalText(kind), { topic: "group" });
        return new Error(getRefusalText(kind));
      }
      try {
        await mutateAsync(change);
        closeNotices("group");
        notifySuccess(getSuccessText(kind));
        return null;
      } catch (error) {
        notifyChangeFailure(kind, error);
        return error instanceof Error ? error : new Error(String(error));
      }
    },
  };
}

/** A refusal explains itself. Anything else is said in general first. */
export function notifyChangeFailure(kind: GroupChange, error: unknown): void {
  const { code, reason, requestId } =
    error instanceof CallError ? error : { code: null, reason: null, requestId: null };
  if (reason && (code === "forbidden" || code === "conflict")) notifyError(reason, { topic: "group" });
  else notifyError(getFailureText(kind), { reason, requestId, topic: "group" });
}
