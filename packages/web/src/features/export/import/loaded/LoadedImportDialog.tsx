import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { DialogProps } from "../../../../entities/shell/dialogs.ts";
import { CallError } from "../../../../lib/callError.ts";
import { LoadFailed } from "../../LoadFailed.tsx";
import { Progress } from "../../Progress.tsx";
import classes from "../ImportDialog.module.css";
import { ImportFrame } from "../ImportFrame.tsx";
import type { ImportPreview } from "../importTypes.ts";
import type { OpenImport } from "../openImport.ts";
import { useImport } from "../useImport.ts";
import { useImportTarget } from "../useImportTarget.ts";
import { CopyChoice } from "./CopyChoice.tsx";
import { useCopies } from "./useCopies.ts";

interface LoadedImportDialogProps extends DialogProps {
  title: string;
  /** What is loaded. It must not change. */
  name: string;
  /** Loads the JSON text of an export file. */
  load: (signal: AbortSignal) => Promise<string>;
  /** Called when loading has ended, whether it succeeded or not. */
  onLoaded?: () => void;
  /** Says where it comes from. */
  origin: ReactNode;
  loadingText: string;
  loadFailedText: string;
  /** Shown below the preview. */
  renderDetails?: (preview: ImportPreview) => ReactNode;
  /** Changes what is imported, before the first item is stored. If it fails, nothing is imported, for its reason. */
  prepare?: (open: OpenImport) => Promise<OpenImport>;
  /** The key of what somebody has shared, which can be imported as copies. */
  shareKey?: string;
}

/** Loads something from the server when it opens, shows what is inside, and imports it like an export file. */
export function LoadedImportDialog(props: LoadedImportDialogProps) {
  const { isOpen, onClose, title, name, load, onLoaded, origin, loadingText, loadFailedText, renderDetails } = props;
  const { target, failed } = useImportTarget();
  const steps = useImport();
  const [importsCopies, setImportsCopies] = useState(false);
  const shownOpen = steps.state.step === "preview" ? steps.state.open : null;
  const copies = useCopies(props.shareKey === undefined ? null : shownOpen, target, props.shareKey ?? "");
  const loading = useLoading(load, (item) => steps.read(new File([item], name)), onLoaded);
  const { state } = steps;
  const problem = state.step === "choosing" ? state.problem : null;
  // The preview compares with what exists.
  const isWaiting = state.step === "reading" || (state.step === "preview" && target === null);
  return (
    <ImportFrame
      {...{ isOpen, onClose, title, target, origin }}
      steps={
        isWaiting
          ? { ...steps, state: { step: "choosing", problem: null } }
          : state.step === "preview" && importsCopies && copies
            ? { ...steps, state: { ...state, open: copies } }
            : steps
      }
      details={
        shownOpen && (
          <>
            {copies && (
              <CopyChoice open={shownOpen} copies={copies} isChosen={importsCopies} onChoose={setImportsCopies} />
            )}
            {renderDetails?.(shownOpen.preview)}
          </>
        )
      }
      choice={
        <>
          {origin}
          {failed ? (
            <LoadFailed
              message={t`Your existing chats couldn’t be read, so nothing can be imported right now.`}
              error={failed.error}
              onRetry={failed.retry}
            />
          ) : loading.error ? (
            <ItemLoadFailed message={loadFailedText} error={loading.error} onRetry={loading.retry} />
          ) : problem !== null ? (
            <>
              <p role="alert" className={classes.problem}>
                {problem}
              </p>
              <Button variant="default" size="xs" onClick={loading.retry}>{t`Try again`}</Button>
            </>
          ) : (
            <Progress label={loadingText} note={null} fraction={null} />
          )}
        </>
      }
      prepare={props.prepare}
    />
  );
}

/** Something that was removed cannot be loaded again. */
function ItemLoadFailed({ message, error, onRetry }: { message: string; error: Error; onRetry: () => void }) {
  if (error instanceof CallError && error.status === 404) {
    return (
      <p role="alert" className={classes.problem}>
        {t`Unable to find item. It may have been removed.`}
      </p>
    );
  }
  return <LoadFailed message={message} error={error} onRetry={onRetry} />;
}

/** Loads something when the dialog opens, and passes it on. */
function useLoading(
  load: (signal: AbortSignal) => Promise<string>,
  read: (item: string) => Promise<void>,
  onLoaded?: () => void,
) {
  const [attempt, setAttempt] = useState(0);
  const [error, setError] = useState<Error | null>(null);
  const loadAndRead = useEffectEvent(async (signal: AbortSignal) => read(await load(signal)));
  const handleLoaded = useEffectEvent(() => onLoaded?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      try {
        await loadAndRead(signal);
      } catch (cause) {
        if (!signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)));
      }
      if (!signal.aborted) handleLoaded();
    };
    void run();
    return () => controller.abort();
  }, [attempt]);
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return { error, retry };
}
