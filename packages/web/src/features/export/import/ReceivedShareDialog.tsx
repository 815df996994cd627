import { loadShare, markShareImported, type ReceivedShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { formatDay, formatDayAndTime } from "../../../entities/files/formatDay.ts";
import { reloadShares } from "../../../entities/shares/shareQueries.ts";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { LoadFailed } from "../LoadFailed.tsx";
import { Progress } from "../Progress.tsx";
import classes from "./ImportDialog.module.css";
import { ImportFrame } from "./ImportFrame.tsx";
import { useImport } from "./useImport.ts";
import { useImportTarget } from "./useImportTarget.ts";

/** Shows what somebody has shared with the person, and imports it like an export file. */
export function ReceivedShareDialog({ share, ...props }: DialogProps & { share: ReceivedShare }) {
  const cache = useQueryClient();
  const { target, failed } = useImportTarget();
  const steps = useImport();
  const loading = useLoadedShare(share.key, steps.read);
  const markImported = () =>
    call(markShareImported, { key: share.key })
      .then(() => reloadShares(cache))
      .catch(notifyFailure);
  const { state } = steps;
  const problem = state.step === "choosing" ? state.problem : null;
  // The preview compares with what exists.
  const isWaiting = state.step === "reading" || (state.step === "preview" && target === null);
  return (
    <ImportFrame
      {...props}
      title={t`Import shared items`}
      steps={isWaiting ? { ...steps, state: { step: "choosing", problem: null } } : steps}
      target={target}
      origin={<Origin share={share} />}
      choice={
        <>
          <Origin share={share} />
          {failed ? (
            <LoadFailed
              message={t`Your existing chats couldn’t be read, so nothing can be imported right now.`}
              error={failed.error}
              onRetry={failed.retry}
            />
          ) : loading.error ? (
            <ShareLoadFailed error={loading.error} onRetry={loading.retry} />
          ) : problem !== null ? (
            <>
              <p role="alert" className={classes.problem}>
                {problem}
              </p>
              <Button variant="default" size="xs" onClick={loading.retry}>{t`Try again`}</Button>
            </>
          ) : (
            <Progress label={t`Loading the shared items`} note={null} fraction={null} />
          )}
        </>
      }
      onImported={() => void markImported()}
    />
  );
}

function Origin({ share: { sharedBy, sharedAt, note, expiresAt } }: { share: ReceivedShare }) {
  const time = formatDayAndTime(sharedAt);
  const lastDay = formatDay(expiresAt);
  return (
    <>
      <p className={classes.file}>{t`From ${sharedBy}`}</p>
      <p className={classes.sharedAt}>{t`${time} · available until ${lastDay}`}</p>
      <p className={classes.sharedNote}>{note}</p>
    </>
  );
}

/** Something that was removed cannot be loaded again. */
function ShareLoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof CallError && error.status === 404) {
    return (
      <p role="alert" className={classes.problem}>
        {t`Unable to find item. It may have been removed.`}
      </p>
    );
  }
  return <LoadFailed message={t`Couldn’t load the shared items.`} error={error} onRetry={onRetry} />;
}

/** Loads something that was shared when the dialog opens, and passes it on as an export file. */
function useLoadedShare(key: string, read: (file: File) => Promise<void>) {
  const cache = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const onLoaded = useEffectEvent((item: string) => read(new File([item], key)));
  const reload = useEffectEvent(() => void reloadShares(cache));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      try {
        const { item } = await call(loadShare, { key }, { signal });
        await onLoaded(item);
      } catch (cause) {
        if (!signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)));
      }
      // It has been opened, or it is gone.
      if (!signal.aborted) reload();
    };
    void load();
    return () => controller.abort();
  }, [key, attempt]);
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return { error, retry };
}
