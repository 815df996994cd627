import type { createApiKey, OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listKeyAccounts } from "../../entities/accounts/listKeyAccounts.ts";
import { accountsQuery, useAccounts } from "../../entities/accounts/useAccounts.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { Modal } from "../../ui/modal/Modal.tsx";
import { useDiscardQuestion } from "../../ui/modal/useDiscardQuestion.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import classes from "./ApiKeys.module.css";
import { CreatedKey } from "./CreatedKey.tsx";
import { NewKeyFields } from "./NewKeyFields.tsx";
import { createNewKey, findNewKeyProblems, type NewKey } from "./newKey.ts";
import { useKeyCreation } from "./useKeyCreation.ts";

interface CreateKeyDialogProps extends DialogProps {
  /** What the fields contain at first. Who owns the key, whom it acts for and who pays are for the person alone. */
  proposed?: Partial<Omit<NewKey, "kind" | "delegate" | "account">>;
  /** Shows the tab in which an account can be added. */
  onShowAccounts: () => void;
}

/** Creates a key, and shows its secret once. */
export function CreateKeyDialog({ proposed, isOpen, onClose, onShowAccounts }: CreateKeyDialogProps) {
  const { user } = useWorkspace();
  const accounts = listKeyAccounts(useAccounts());
  const { isPending: isLoading } = useQuery(accountsQuery);
  const firstAccount = accounts.find(({ isDefault }) => isDefault) ?? accounts[0];
  const [changes, setChanges] = useState<Partial<NewKey>>({});
  const [showsProblems, setShowsProblems] = useState(false);
  const [created, setCreated] = useState<OpOutput<typeof createApiKey> | null>(null);
  const { create, isCreating } = useKeyCreation();
  const key: NewKey = { ...createNewKey(firstAccount?.id ?? ""), ...proposed, ...changes };
  const problems = findNewKeyProblems(key, user.email);
  const { close, question } = useDiscardQuestion({
    hasChanges: () => created === null && !isCreating && Object.keys(changes).length > 0,
    message: t`The key has not been created.`,
    onDiscard: () => {},
    onClose,
  });
  const submit = async () => {
    setShowsProblems(true);
    if (problems === null) setCreated(await create(key, user.email));
  };
  if (created) {
    return <CreatedKey isOpen={isOpen} onClose={onClose} onClosed={() => setCreated(null)} created={created} />;
  }
  return (
    <>
      <Modal
        isOpen={isOpen}
        title={t`Create an API key`}
        fitsContent
        fillsNarrowScreen
        onClose={close}
        {...(firstAccount && { onSubmit: () => void submit() })}
        submitLabel={t`Create`}
        isSubmitting={isCreating}
      >
        {isLoading ? (
          <ListSkeleton label={t`Loading your accounts`} />
        ) : firstAccount ? (
          <NewKeyFields
            value={key}
            accounts={accounts}
            problems={showsProblems ? problems : null}
            ownEmail={user.email}
            onChange={(changed) => setChanges({ ...changes, ...changed })}
          />
        ) : (
          <NoAccount
            onShowAccounts={() => {
              onClose();
              onShowAccounts();
            }}
          />
        )}
      </Modal>
      {question}
    </>
  );
}

function NoAccount({ onShowAccounts }: { onShowAccounts: () => void }) {
  return (
    <div className={classes.empty}>
      <p role="alert" className={classes.text}>
        {t`Please add an account with a valid COA string to create an API key.`}
      </p>
      <Button onClick={onShowAccounts}>{t`Show accounts`}</Button>
    </div>
  );
}
