import { type ApiKey, updateApiKeys } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../entities/apiKeys/apiKeysQuery.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { formatList } from "../../lib/i18n/formats.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { areFieldsValid, changeDraft, type KeyDrafts, type KeyFieldValues, listSavable } from "./keyDrafts.ts";

/** The person's keys and the changes of several of them, which are collected and saved together. */
export function useKeysForm({ isEnabled }: { isEnabled: boolean }) {
  const cache = useQueryClient();
  const { data: keys, error, refetch } = useQuery({ ...apiKeysQuery, staleTime: 0, enabled: isEnabled });
  const [drafts, setDrafts] = useState<KeyDrafts>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const changes = listSavable(drafts, keys ?? []);
  const [showsProblems, setShowsProblems] = useState(false);
  const invalidNames = changes.filter(({ updates }) => !areFieldsValid(updates)).map(({ key }) => key.applicationName);

  const save = async () => {
    setIsSaving(true);
    try {
      const input = changes.map(({ key, updates }) => ({ apiKeyId: key.api_owner_id, updates }));
      const { failedKeys } = await call(updateApiKeys, input);
      const failedIds = new Set(failedKeys.map(({ apiKeyId }) => apiKeyId));
      await cache.invalidateQueries(apiKeysQuery);
      setDrafts((current) =>
        withoutSaved(
          current,
          changes.filter(({ key }) => !failedIds.has(key.api_owner_id)),
        ),
      );
      if (failedKeys.length === 0) notifySuccess(t`API changes saved.`);
      else notifyFailedKeys(failedKeys);
    } catch (error) {
      const { reason = null, requestId = null } = error instanceof CallError ? error : {};
      notifyError(t`We are unable to update your key(s)...`, { reason, requestId });
    } finally {
      setIsSaving(false);
    }
  };

  return {
    keys,
    error: keys ? null : error,
    reload: () => void refetch(),
    drafts,
    hasChanges: changes.length > 0,
    isSaving,
    change: (key: ApiKey, updates: Partial<KeyFieldValues>) =>
      setDrafts((current) => changeDraft(current, key, updates)),
    /** The keys that keep the changes from being saved, once that was tried. */
    invalidNames: showsProblems ? invalidNames : [],
    /** Saves the changes. Returns false if some of them are not valid. */
    submit: (): boolean => {
      const isValid = invalidNames.length === 0;
      setShowsProblems(!isValid);
      if (changes.length > 0 && isValid) void save();
      return isValid;
    },
  };
}

/** Keeps what was changed again while it was saved. */
function withoutSaved(drafts: KeyDrafts, saved: ReturnType<typeof listSavable>): KeyDrafts {
  const rest = new Map(drafts);
  for (const { key, updates } of saved) {
    if (rest.get(key.api_owner_id) === updates) rest.delete(key.api_owner_id);
  }
  return rest;
}

function notifyFailedKeys(failedKeys: readonly { name: string; message: string }[]): void {
  const names = formatList(failedKeys.map(({ name }) => name));
  const reasons = [...new Set(failedKeys.map(({ message }) => message))].join(" ");
  notifyError(t`API keys failed to update: ${names}`, { reason: reasons });
}
