import { createApiKey, type OpOutput } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../entities/apiKeys/apiKeysQuery.ts";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";
import { type NewKey, toCreateInput } from "./newKey.ts";

/** Creates keys. Not a mutation of the query client, whose cache would contain the secret for minutes. */
export function useKeyCreation() {
  const cache = useQueryClient();
  const [isCreating, setIsCreating] = useState(false);
  return {
    isCreating,
    /** Resolves to the key with its secret; null: it could not be created, which a notice says. */
    async create(key: NewKey, ownEmail: string): Promise<OpOutput<typeof createApiKey> | null> {
      setIsCreating(true);
      try {
        const created = await call(createApiKey, toCreateInput(key, ownEmail));
        // The text of the specification.
        notifySuccess(t`Successfuly created the API key`);
        return created;
      } catch (error) {
        const { reason = null, requestId = null } = error instanceof CallError ? error : {};
        const message = reason ?? (error instanceof Error ? error.message : String(error));
        notifyError(t`Unable to create the API key at this time. Error message: ${message}`, { requestId });
        return null;
      } finally {
        setIsCreating(false);
        void cache.invalidateQueries(apiKeysQuery);
      }
    },
  };
}
