import { type AdministeredPerson, blockPerson, type GroupOfPerson, successorNeeded } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifySuccess } from "../../../ui/notices/notify.tsx";
import adminClasses from "../Admin.module.css";
import { Problem } from "../Problem.tsx";
import { peopleKey } from "./peopleQueries.ts";
import { SuccessorField } from "./SuccessorField.tsx";

interface BlockDialogProps {
  person: AdministeredPerson;
  groups: readonly GroupOfPerson[];
  onClose: () => void;
}

/** Asks before a person is blocked, and for a successor if groups would have no administrator. */
export function BlockDialog({ person, groups, onClose }: BlockDialogProps) {
  const { id: personId, email, administratorSource } = person;
  const cache = useQueryClient();
  const [successorId, setSuccessorId] = useState<string | null>(null);
  // The person may have become the only administrator of a group since.
  const [isSuccessorMissing, setIsSuccessorMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: () => call(blockPerson, { personId, ...(successorId !== null && { successorId }) }),
    onSuccess() {
      notifySuccess(t({ message: "Blocked.", context: "person" }), email);
      onClose();
    },
    onError: (failure) => {
      if (failure instanceof CallError && failure.fields.type === successorNeeded) setIsSuccessorMissing(true);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: peopleKey }),
  });
  const names = groups.filter(({ isOnlyAdministrator }) => isOnlyAdministrator).map(({ name }) => `“${name}”`);
  const needsSuccessor = names.length > 0 || isSuccessorMissing;
  const list = formatList(names);
  return (
    <Modal
      isOpen
      title={t`Block ${email}`}
      width="32rem"
      fitsContent
      submitLabel={t({ message: "Block", context: "person" })}
      canSubmit={!needsSuccessor || successorId !== null}
      isSubmitting={isPending}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <div className={adminClasses.section}>
        <p>{t`All sessions end within seconds, running answers stop, and nobody can sign in with this account until you unblock it. Nothing is deleted.`}</p>
        {administratorSource === "environment" && (
          <p className={adminClasses.problem}>
            {t`ADMINS in the server’s configuration lists this address. The block counts nevertheless; once unblocked, the person is an administrator again.`}
          </p>
        )}
        {names.length > 0 && <p>{t`Nobody else administers ${list}. Who becomes administrator?`}</p>}
        {needsSuccessor && (
          <SuccessorField personId={personId} value={successorId} isRequired onChange={setSuccessorId} />
        )}
        {error && <Problem error={error} />}
      </div>
    </Modal>
  );
}
