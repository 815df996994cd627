import { signOutPerson, unblockPerson } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { notifyError, notifySuccess } from "../../../ui/notices/notify.tsx";
import { getErrorDetails } from "../getErrorDetails.ts";
import { peopleKey } from "./peopleQueries.ts";

/** Ends a person's sessions, or lets the person in again. The lists are read again after each. */
export function usePersonActions(personId: string, email: string) {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: peopleKey });
  const signOut = useMutation({
    networkMode: "always",
    mutationFn: () => call(signOutPerson, { personId }),
    onSuccess: () => notifySuccess(t`Signed out everywhere.`, email),
    onError: (error) => notifyError(t`The person couldn’t be signed out.`, getErrorDetails(error)),
    onSettled,
  });
  const unblock = useMutation({
    networkMode: "always",
    mutationFn: () => call(unblockPerson, { personId }),
    onSuccess: () => notifySuccess(t`Unblocked.`, email),
    onError: (error) => notifyError(t`The person couldn’t be unblocked.`, getErrorDetails(error)),
    onSettled,
  });
  return { signOut, unblock };
}
