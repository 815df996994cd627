import type { SessionUser } from "@lectern/contract";
import { Loader, UnstyledButton } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { signOut } from "../../entities/session/session.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";
import { formatDisplayName } from "./displayName.ts";
import classes from "./SignOutButton.module.css";

/** Shows who is signed in. A click signs out. */
export function SignOutButton({ user }: { user: SessionUser }) {
  const signOutMutation = useMutation({ mutationFn: signOut, onError: notifyFailure, networkMode: "always" });
  const name = formatDisplayName(user.email);
  // The button stays busy after success, because the browser is loading another page.
  const isBusy = signOutMutation.isPending || signOutMutation.isSuccess;
  return (
    <UnstyledButton
      className={classes.button}
      title={user.email}
      aria-disabled={isBusy}
      onClick={() => !isBusy && signOutMutation.mutate()}
    >
      <span className={classes.mark} aria-hidden>
        {Array.from(name)[0]}
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>Sign out</span>
      </span>
      {isBusy ? <Loader size={18} /> : <IconLogout size={18} stroke={1.6} aria-hidden className={classes.icon} />}
    </UnstyledButton>
  );
}
