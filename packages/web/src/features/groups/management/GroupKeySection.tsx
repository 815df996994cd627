import type { Group } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../../entities/apiKeys/apiKeysQuery.ts";
import { KeySecret } from "../../../entities/apiKeys/KeySecret.tsx";
import { ReplaceGroupKey } from "../../../entities/apiKeys/ReplaceGroupKey.tsx";
import { Secret } from "../../../entities/apiKeys/Secret.tsx";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./GroupManagement.module.css";

/** The API key of a group, for its administrators. */
export function GroupKeySection({ group }: { group: Group }) {
  const { data: keys, error, refetch } = useQuery({ ...apiKeysQuery, staleTime: 0 });
  /** The secret of the key that has just replaced another one. */
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const key = keys?.find((each) => each.active && each.group?.id === group.id);
  return (
    <section className={classes.section} aria-labelledby="group-key">
      <h3 id="group-key" className={classes.heading}>
        {t`API key`}
      </h3>
      <p className={classes.note}>
        {t`A program with this key can ask the group’s assistants and read in the group. Its administrators can see the secret.`}
      </p>
      {error && !keys && (
        <LoadFailedBanner text={t`Unable to fetch your API keys...`} error={error} onRetry={() => void refetch()} />
      )}
      {!keys && !error && <ListSkeleton rows={1} label={t`Loading the API key`} />}
      {newSecret !== null ? (
        <>
          <p className={classes.note}>{t`Copy the new secret to where the program reads it.`}</p>
          <Secret name={key?.applicationName ?? group.name} secret={newSecret} />
        </>
      ) : (
        key && <KeySecret key={key.api_owner_id} {...key} />
      )}
      {keys && !key && newSecret === null && <p className={classes.note}>{t`The group has no API key yet.`}</p>}
      {keys && (
        <div className={classes.actions}>
          <ReplaceGroupKey
            groupId={group.id}
            groupName={group.name}
            size="sm"
            hasKey={key !== undefined}
            onReplaced={setNewSecret}
          />
        </div>
      )}
    </section>
  );
}
