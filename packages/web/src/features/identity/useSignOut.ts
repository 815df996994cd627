import { useMutation } from "@tanstack/react-query";
import { signOut } from "../../entities/session/session.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";

/** Signs out and leaves the page. Shows a notice if that fails. */
export function useSignOut() {
  return useMutation({ mutationFn: signOut, onError: notifyFailure, networkMode: "always" });
}
