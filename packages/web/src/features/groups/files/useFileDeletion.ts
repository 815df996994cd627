import { deleteFile } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import { type GroupFile, groupFilesQuery } from "./useGroupFiles.ts";

const count = 1;

/** Deletes a file of a group, and reloads the list. `onEnd` is called in any case. */
export function useFileDeletion(groupId: string, onEnd: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (file: GroupFile) => {
      try {
        await call(deleteFile, { key: file.id });
      } catch (error) {
        // The file was already deleted, for example by somebody else.
        if (!(error instanceof CallError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => notifySuccess(plural(count, { one: "# file deleted.", other: "# files deleted." })),
    onError: notifyFailure,
    async onSettled() {
      onEnd();
      await cache.invalidateQueries({ queryKey: groupFilesQuery(groupId).queryKey });
    },
    networkMode: "always",
  });
}
