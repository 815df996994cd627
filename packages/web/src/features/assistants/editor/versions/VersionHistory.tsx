import type { AssistantDefinition } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, UnstyledButton } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assistantVersionQuery, assistantVersionsQuery } from "../../../../entities/assistants/assistantQueries.ts";
import { useWorkspace } from "../../../../entities/shell/workspace.ts";
import { ErrorView } from "../../../../ui/ErrorView.tsx";
import { Modal } from "../../../../ui/modal/Modal.tsx";
import { ListSkeleton } from "../../../../ui/Skeletons.tsx";
import { formatAuthor, formatSavedAt, isSavedBy } from "./describeSaving.ts";
import { VersionContent } from "./VersionContent.tsx";
import classes from "./Versions.module.css";

interface VersionHistoryProps {
  isOpen: boolean;
  assistantId: string;
  isRestoring: boolean;
  /** What has been saved since the person opened the assistant, if that has prevented restoring. */
  conflict: AssistantDefinition | null;
  onClose: () => void;
  /** Saves the content of an earlier version as a new one. */
  onRestore: (version: AssistantDefinition) => void;
}

/** The saved versions of an assistant, to be read and restored. */
export function VersionHistory({
  isOpen,
  assistantId,
  isRestoring,
  conflict,
  onClose,
  onRestore,
}: VersionHistoryProps) {
  const list = useInfiniteQuery({ ...assistantVersionsQuery(assistantId), enabled: isOpen });
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? [];
  const newest = versions[0]?.version;
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? newest;
  const {
    data: definition,
    error,
    refetch,
  } = useQuery({
    ...assistantVersionQuery(assistantId, shown ?? 0),
    enabled: isOpen && shown !== undefined,
  });
  const previousVersion = versions.find(({ version }) => shown !== undefined && version < shown)?.version;
  const canRestore = definition != null && shown !== newest;
  return (
    <Modal
      isOpen={isOpen}
      title={t`History`}
      width="60vw"
      isWide
      onClose={onClose}
      cancelLabel={t`Close`}
      submitLabel={conflict ? t`Restore anyway` : t`Restore this version`}
      canSubmit={canRestore}
      isSubmitting={isRestoring}
      onSubmit={() => canRestore && onRestore(definition)}
    >
      {conflict && <NewerVersion newest={conflict} />}
      {list.isPending && <ListSkeleton label={t`Loading the history`} />}
      {list.isError && versions.length === 0 && (
        <LoadFailed title={t`Couldn’t load the history`} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {versions.length > 0 && (
        <div className={classes.history}>
          <nav aria-label={t`Versions`}>
            <ol className={classes.list}>
              {versions.map(({ version, ...saving }) => (
                <li key={version}>
                  <UnstyledButton
                    className={classes.version}
                    aria-current={version === shown || undefined}
                    onClick={() => setChosen(version)}
                  >
                    <span className={classes.versionName}>
                      {version === newest ? t`Version ${version} (newest)` : t`Version ${version}`}
                    </span>
                    <span className={classes.versionNote}>{formatSavedAt(saving)}</span>
                    <span className={classes.versionNote}>{formatAuthor(saving)}</span>
                  </UnstyledButton>
                </li>
              ))}
            </ol>
            {list.hasNextPage && (
              <Button
                className={classes.more ?? ""}
                variant="default"
                size="xs"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t`Earlier versions`}
              </Button>
            )}
          </nav>
          <section aria-label={t`Version shown`} aria-live="polite">
            {definition ? (
              <VersionContent definition={definition} previousVersion={previousVersion} />
            ) : error ? (
              <LoadFailed title={t`Couldn’t load this version`} error={error} onRetry={() => void refetch()} />
            ) : (
              <ListSkeleton label={t`Loading the version`} />
            )}
          </section>
        </div>
      )}
    </Modal>
  );
}

function NewerVersion({ newest }: { newest: AssistantDefinition }) {
  const { user } = useWorkspace();
  const author = formatAuthor(newest);
  const savedAt = formatSavedAt(newest);
  const { version } = newest;
  return (
    <p role="alert" className={classes.notice}>
      {isSavedBy(newest, user)
        ? t`You saved version ${version} on ${savedAt}, after you opened this assistant here. Nothing has been restored yet. If you restore the chosen version anyway, that version stays in the history.`
        : t`${author} saved version ${version} on ${savedAt}, after you opened this assistant. Nothing has been restored yet. If you restore the chosen version anyway, that version stays in the history.`}
    </p>
  );
}

function LoadFailed({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) {
  return (
    <ErrorView title={title} lines={[error.message]} actions={<Button onClick={onRetry}>{t`Try again`}</Button>} />
  );
}
