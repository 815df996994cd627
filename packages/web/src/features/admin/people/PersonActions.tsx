import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import adminClasses from "../Admin.module.css";
import { showAuditOf } from "../audit/auditFilter.ts";
import { BlockDialog } from "./BlockDialog.tsx";
import { EraseDialog } from "./erasure/EraseDialog.tsx";
import classes from "./People.module.css";
import type { PersonDetails } from "./peopleQueries.ts";
import { usePersonActions } from "./usePersonActions.ts";

interface PersonActionsProps {
  details: PersonDetails;
  onClose: () => void;
  onErased: () => void;
}

/** What administrators can do to an account. Nobody blocks or erases their own. */
export function PersonActions({ details, onClose, onErased }: PersonActionsProps) {
  const { user } = useWorkspace();
  const { person, groups } = details;
  const { id, email, activeSessionCount: count } = person;
  const isOwn = user.id === id;
  const [asked, setAsked] = useState<"signOut" | "block" | "erase" | null>(null);
  const { signOut, unblock } = usePersonActions(id, email);
  const close = () => setAsked(null);
  return (
    <>
      <section aria-labelledby="person-access">
        <h4 id="person-access" className={adminClasses.heading}>{t`Access`}</h4>
        <p className={adminClasses.note}>
          {count === 0
            ? t`No browser is signed in.`
            : plural(count, { one: "# browser is signed in.", other: "# browsers are signed in." })}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setAsked("signOut")}>{t`Sign out everywhere`}</Button>
          {person.blockedAt === null ? (
            <Button variant="default" disabled={isOwn} onClick={() => setAsked("block")}>
              {t({ message: "Block", context: "person" })}
            </Button>
          ) : (
            <Button variant="default" loading={unblock.isPending} onClick={() => unblock.mutate()}>{t`Unblock`}</Button>
          )}
          <Button
            variant="default"
            color="red.8"
            disabled={isOwn}
            onClick={() => setAsked("erase")}
          >{t`Erase…`}</Button>
          <Button
            variant="default"
            onClick={() => {
              onClose();
              showAuditOf(id);
            }}
          >{t`Show in the audit log`}</Button>
        </div>
        {isOwn && <p className={adminClasses.note}>{t`You can’t block or erase your own account.`}</p>}
      </section>
      <ConfirmDialog
        isOpen={asked === "signOut"}
        title={t`Sign out everywhere`}
        message={
          isOwn
            ? t`All your sessions end, also this one.`
            : t`All sessions of ${email} end within seconds, and running answers stop. They can sign in again.`
        }
        confirmLabel={t`Sign out`}
        isBusy={signOut.isPending}
        onConfirm={() => signOut.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
      {asked === "block" && <BlockDialog person={person} groups={groups} onClose={close} />}
      {asked === "erase" && <EraseDialog personId={id} onClose={close} onErased={onErased} />}
    </>
  );
}
