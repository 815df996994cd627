import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { ErrorView } from "../../ui/ErrorView.tsx";
import { ListSkeleton } from "../../ui/Skeletons.tsx";
import { AccountFields } from "./AccountFields.tsx";
import classes from "./Accounts.module.css";
import type { useAccountsForm } from "./useAccountsForm.ts";

type AccountListProps = Pick<
  ReturnType<typeof useAccountsForm>,
  "drafts" | "error" | "problem" | "reload" | "add" | "change" | "remove"
>;

/** The person's accounts while they are edited. */
export function AccountList({ drafts, error, problem, reload, add, change, remove }: AccountListProps) {
  if (error) {
    return (
      <ErrorView
        title={t`Unable to fetch accounts. Please try again.`}
        lines={[error.message]}
        actions={<Button onClick={reload}>{t`Try again`}</Button>}
      />
    );
  }
  if (!drafts) return <ListSkeleton label={t`Loading your accounts`} />;
  return (
    <>
      <p className={classes.note}>{t`Your chats are charged to the default account unless a chat has another one.`}</p>
      <ul className={classes.accounts}>
        {drafts.map((draft) => (
          <li key={draft.key}>
            <AccountFields
              draft={draft}
              invalidField={problem?.key === draft.key ? problem.field : null}
              onChange={(changed) => change(draft.key, changed)}
              onRemove={() => remove(draft.key)}
            />
          </li>
        ))}
      </ul>
      <Button variant="default" className={classes.add} leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        {t`Add an account`}
      </Button>
    </>
  );
}
