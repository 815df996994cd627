import { erasePerson } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "../../../../lib/call.ts";
import fieldClasses from "../../../../ui/fields.module.css";
import { LoadFailedBanner } from "../../../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { ListSkeleton } from "../../../../ui/Skeletons.tsx";
import { Problem } from "../../Problem.tsx";
import classes from "../People.module.css";
import { erasurePreviewQuery, peopleKey } from "../peopleQueries.ts";
import { SuccessorField } from "../SuccessorField.tsx";
import { ErasurePreviewList } from "./ErasurePreviewList.tsx";

interface EraseDialogProps {
  personId: string;
  onClose: () => void;
  onErased: () => void;
}

/** Shows what an erasure would delete and hand over, and begins it when the address was typed. */
export function EraseDialog({ personId, onClose, onErased }: EraseDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [email, setEmail] = useState("");
  const [successorId, setSuccessorId] = useState<string | null>(null);
  const { data: preview, error: loadError, refetch } = useQuery(erasurePreviewQuery(personId));
  const { mutate, isPending, error } = useMutation({
    networkMode: "always",
    mutationFn: () => call(erasePerson, { personId, email, ...(successorId !== null && { successorId }) }),
    onSuccess() {
      onErased();
      void cache.invalidateQueries({ queryKey: [...peopleKey, "list"] });
      void cache.invalidateQueries({ queryKey: [...peopleKey, "erasures"] });
    },
    // A group may have lost its other administrators since.
    onError: () => void refetch(),
  });
  const needsSuccessor = preview !== undefined && preview.groups.length > 0;
  const isConfirmed = preview !== undefined && email.trim().toLowerCase() === preview.email.toLowerCase();
  const canErase = isConfirmed && (!needsSuccessor || successorId !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (canErase && !isPending) mutate();
  };
  return (
    <Modal
      isOpen
      title={t`Erase a person`}
      width="40rem"
      fitsContent
      fillsNarrowScreen
      cancelLabel={t`Cancel`}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} color="red.8" loading={isPending} disabled={!canErase}>
          {t({ message: "Erase", context: "person" })}
        </Button>
      }
    >
      <form id={formId} className={classes.details} onSubmit={submit}>
        {loadError && (
          <LoadFailedBanner
            text={t`What would be deleted couldn’t be counted.`}
            error={loadError}
            onRetry={() => void refetch()}
          />
        )}
        {!preview && !loadError && <ListSkeleton label={t`Counting what would be deleted`} />}
        {preview && (
          <>
            <ErasurePreviewList preview={preview} />
            {(needsSuccessor || preview.services.length > 0) && (
              <SuccessorField
                personId={personId}
                value={successorId}
                isRequired={needsSuccessor}
                onChange={setSuccessorId}
              />
            )}
            <TextInput
              label={t`Type the email address to confirm`}
              description={preview.email}
              autoComplete="off"
              classNames={{ input: fieldClasses.input ?? "" }}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          </>
        )}
        {error && <Problem error={error} />}
      </form>
    </Modal>
  );
}
