import { deleteOperation, type RegisteredOperation, registerOperations } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { operationsQuery } from "../../../entities/assistants/operationsQuery.ts";
import { call } from "../../../lib/call.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { closeNotices } from "../../../ui/notices/showNotice.ts";
import { getErrorDetails } from "../getErrorDetails.ts";
import { type OperationDraft, toOperation } from "./operationDraft.ts";
import { removeDrafts } from "./operationDrafts.ts";

/** Registers drafts, which then leave the list. They stay if it fails. */
export function useRegisterOperations() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    // Why the last try failed says nothing about this one.
    onMutate: () => closeNotices("admin"),
    mutationFn: (drafts: readonly OperationDraft[]) => call(registerOperations, { ops: drafts.map(toOperation) }),
    onSuccess(_, drafts) {
      removeDrafts(drafts);
      notifySuccess(t`Successfully registered ops`);
    },
    onError: (error) =>
      notifyError(t`Failed to register ops. Please try again later...`, { ...getErrorDetails(error), topic: "admin" }),
    // An answer that was lost may have been a success.
    onSettled: () => void cache.invalidateQueries(operationsQuery),
  });
}

export function useDeleteOperation(onSettled: () => void) {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    onMutate: () => closeNotices("admin"),
    mutationFn: ({ id, name, tags, url }: RegisteredOperation) =>
      call(deleteOperation, { op: { id, name, tags, ...(url !== undefined && { url }) } }),
    onSuccess(_, { id }) {
      cache.setQueryData(operationsQuery.queryKey, (operations) => operations?.filter((other) => other.id !== id));
      notifySuccess(t`Successfully deleted OP`);
    },
    onError: (error) =>
      notifyError(t`Unable to delete the Op. Please try again...`, { ...getErrorDetails(error), topic: "admin" }),
    onSettled() {
      onSettled();
      void cache.invalidateQueries(operationsQuery);
    },
  });
}
