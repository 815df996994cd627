import type { FileRecord } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconCloudOff, IconFiles } from "@tabler/icons-react";
import { useState } from "react";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { useFileQuery } from "../../../entities/files/useFileQuery.ts";
import { useIsOnline } from "../../../lib/device.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { useSelection } from "../../../ui/table/useSelection.ts";
import { FilesTable } from "./FilesTable.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { UploadButton } from "./UploadButton.tsx";
import { useFileActions } from "./useFileActions.ts";
import { useFilesView } from "./useFilesView.ts";
import { usePolledFiles } from "./usePolledFiles.ts";
import classes from "./YourFiles.module.css";

export interface YourFilesProps {
  canUpload: boolean;
  onOpen: (file: FileRecord) => void;
  /** Starts a chat with files; null: not possible now. */
  onAsk: ((files: readonly FileRecord[]) => void) | null;
}

/** The person's files, with search, sorting, tags, download, deletion and upload. */
export function YourFiles({ canUpload, onOpen, onAsk }: YourFilesProps) {
  const viewState = useFilesView();
  const query = useFileQuery(viewState.filters);
  const actions = useFileActions();
  const selection = useSelection(query.items);
  const deletion = useDeletion(actions.remove, (deletedIds) => {
    selection.remove(deletedIds);
  });
  const isPollingFailing = usePolledFiles(query.items);
  const isOnline = useIsOnline();
  const isEmpty = query.items.length === 0 && !query.isPending && !query.error;
  // While filters are removed, the empty list is still that of the filters.
  const hasNoFiles = isEmpty && !viewState.isFiltered && !query.isChanging;

  return (
    <div className={classes.files} data-empty={hasNoFiles || undefined}>
      {canUpload && <UploadButton />}
      {query.error && (
        <div className={classes.failure}>
          <LoadFailedBanner text={fileMessages.filesFailed()} error={query.error} onRetry={query.retry} />
        </div>
      )}
      <div role="status">
        {isPollingFailing && !query.error && (
          <p className={classes.stale}>
            <IconCloudOff size={16} stroke={1.6} aria-hidden />
            {isOnline
              ? t`The server isn’t responding. Your files will be updated when it is back.`
              : t`You’re offline. Your files will be updated when the connection is back.`}
          </p>
        )}
      </div>
      {selection.items.length > 0 && (
        <SelectionBar
          files={selection.items}
          actions={actions}
          onAsk={onAsk}
          onClear={() => selection.selectAll(false)}
          onDelete={() => deletion.request(selection.items)}
        />
      )}
      {hasNoFiles ? (
        <NoFilesYet canUpload={canUpload} />
      ) : (
        <FilesTable
          viewState={viewState}
          query={query}
          actions={actions}
          selection={selection}
          onOpen={onOpen}
          onDelete={(file) => deletion.request([file])}
          onAsk={onAsk}
        >
          {query.isPending && !query.error && <RowsSkeleton />}
          {isEmpty && <NoMatches onClear={viewState.clear} />}
        </FilesTable>
      )}
      {deletion.dialog}
    </div>
  );
}

function NoFilesYet({ canUpload }: { canUpload: boolean }) {
  return (
    <div className={classes.empty}>
      <IconFiles size={32} stroke={1.3} aria-hidden />
      <p className={classes.line}>{t`No files yet.`}</p>
      <p>
        {canUpload
          ? t`Files you attach to a chat appear on this page. You can also upload files here.`
          : t`Files you attach to a chat appear on this page.`}
      </p>
    </div>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <div className={classes.empty} role="status">
      <p className={classes.line}>{t`No files match.`}</p>
      <Button variant="default" size="xs" onClick={onClear}>
        {t`Show all files`}
      </Button>
    </div>
  );
}

const skeletonWidths = ["46%", "38%", "52%", "31%", "44%", "36%", "49%", "40%"];

function RowsSkeleton() {
  return (
    <div className={classes.skeleton} role="status">
      <VisuallyHidden>{t`Loading your files`}</VisuallyHidden>
      {skeletonWidths.map((width) => (
        <div key={width}>
          <Skeleton height={12} width={width} radius="xs" />
        </div>
      ))}
    </div>
  );
}

/** Deletes files after a confirmation. */
function useDeletion(
  remove: (files: readonly FileRecord[]) => Promise<ReadonlySet<string>>,
  onDeleted: (ids: ReadonlySet<string>) => void,
) {
  const [files, setFiles] = useState<readonly FileRecord[]>([]);
  const [step, setStep] = useState<"closed" | "confirming" | "deleting">("closed");
  const [firstFile] = files;
  const count = files.length;
  const name = firstFile?.name ?? "";
  const confirm = () => {
    setStep("deleting");
    void remove(files).then((deletedIds) => {
      setStep("closed");
      if (deletedIds.size > 0) onDeleted(deletedIds);
    });
  };
  return {
    request: (requestedFiles: readonly FileRecord[]) => {
      setFiles(requestedFiles);
      setStep("confirming");
    },
    dialog: (
      <ConfirmDialog
        isOpen={step !== "closed"}
        title={count === 1 ? t`Delete file` : t`Delete files`}
        message={
          count === 1
            ? t`Delete “${name}”? This can’t be undone. Existing answers keep their quotes. Your own assistants lose it; assistants of groups keep their own copy.`
            : plural(count, {
                one: "Delete # file? This can’t be undone. Existing answers keep their quotes. Your own assistants lose it; assistants of groups keep their own copy.",
                other:
                  "Delete these # files? This can’t be undone. Existing answers keep their quotes. Your own assistants lose them; assistants of groups keep their own copies.",
              })
        }
        confirmLabel={count === 1 ? t`Delete file` : t`Delete files`}
        isDestructive
        isBusy={step === "deleting"}
        onConfirm={confirm}
        onCancel={() => setStep("closed")}
      />
    ),
  };
}
