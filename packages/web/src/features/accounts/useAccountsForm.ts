import { defaultEditableRateLimit, generalAccount, saveAccounts } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountsQuery } from "../../entities/accounts/useAccounts.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { type AccountDraft, findDraftProblem, listOddIds, toAccounts, toDrafts } from "./accountDrafts.ts";

/** The person's accounts and their changes, which are collected and saved together. */
export function useAccountsForm() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({ ...accountsQuery, staleTime: 0 });
  /** `revision`: what was loaded when the first change was made is what a save may replace. */
  const [changes, setChanges] = useState<{ drafts: AccountDraft[]; revision: string } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  /** The COA strings that the person is asked about. */
  const [oddIds, setOddIds] = useState<readonly string[]>([]);
  const drafts = changes?.drafts ?? (data ? toDrafts(data.accounts) : null);
  const problem = changes && findDraftProblem(changes.drafts);

  const edit = (edited: AccountDraft[]) =>
    setChanges((previous) => ({ drafts: edited, revision: previous?.revision ?? data?.revision ?? "" }));

  const save = async () => {
    if (!changes || !data) return;
    setOddIds([]);
    setIsSaving(true);
    try {
      const accounts = toAccounts(changes.drafts);
      const { revision } = await call(saveAccounts, { accounts, revision: changes.revision });
      cache.setQueryData(accountsQuery.queryKey, { ...data, accounts, revision });
      await cache.invalidateQueries({ queryKey: ["spending"] });
      setChanges(null);
      setShowsProblems(false);
      notifySuccess(t`Account changes saved.`);
    } catch (error) {
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`Unable to save accounts. Please try again.`, { reason, requestId });
    } finally {
      setIsSaving(false);
    }
  };

  return {
    drafts,
    error: data ? null : error,
    reload: () => void refetch(),
    hasChanges: changes !== null,
    problem: showsProblems ? problem : null,
    isSaving,
    oddIds,
    add: () =>
      edit([
        ...(drafts ?? []),
        {
          ...{ key: crypto.randomUUID(), id: "", name: "", isNew: true },
          ...{ rateLimit: defaultEditableRateLimit, isDefault: false },
        },
      ]),
    change: (key: string, changed: Partial<AccountDraft>) =>
      edit(
        (drafts ?? []).map((draft) => {
          if (draft.key === key) return { ...draft, ...changed };
          return changed.isDefault ? { ...draft, isDefault: false } : draft;
        }),
      ),
    remove: (key: string) => {
      const rest = (drafts ?? []).filter((draft) => draft.key !== key);
      const hasDefault = rest.some(({ isDefault }) => isDefault);
      edit(hasDefault ? rest : rest.map((draft) => ({ ...draft, isDefault: draft.id === generalAccount.id })));
    },
    submit: () => {
      setShowsProblems(true);
      if (!changes || !data || problem) return;
      const odd = listOddIds(changes.drafts, data.coaPattern);
      if (odd.length > 0) setOddIds(odd);
      else void save();
    },
    save: () => void save(),
    keepEditing: () => setOddIds([]),
  };
}
