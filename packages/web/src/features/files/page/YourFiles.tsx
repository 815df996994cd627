import { type FileRecord, fileTexts } from "@lectern/contract";
import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconCloudOff, IconFiles } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useFileQuery } from "../../../entities/files/useFileQuery.ts";
import { CallError } from "../../../lib/callError.ts";
import { useIsOnline } from "../../../lib/device.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { RequestId } from "../../../ui/RequestId.tsx";
import { FilesTable } from "./FilesTable.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { UploadButton } from "./UploadButton.tsx";
import { useFileActions } from "./useFileActions.ts";
import { useFilesView } from "./useFilesView.ts";
import { useFollowedFiles } from "./useFollowedFiles.ts";
import { useSelection } from "./useSelection.ts";
import classes from "./YourFiles.module.css";

export interface YourFilesProps {
  userId: string;
  canUpload: boolean;
  /** Of the largest file that can be uploaded. */
  maxBytes: number;
  onOpen: (file: FileRecord) => void;
}

/** One's files: found, sorted, tagged, opened, downloaded, deleted, and uploaded. */
export function YourFiles({ userId, canUpload, maxBytes, onOpen }: YourFilesProps) {
  const viewState = useFilesView();
  const query = useFileQuery(viewState.filters);
  const actions = useFileActions();
  const selection = useSelection(query.items);
  const areaRef = useRef<HTMLDivElement>(null);
  const deletion = useDeletion(actions.remove, (gone) => {
    const at = query.items.findIndex(({ id }) => gone.has(id));
    selection.drop(gone);
    focusNear(areaRef.current, Math.max(0, Math.min(at, query.items.length - gone.size - 1)));
  });
  const isFollowingFailing = useFollowedFiles(query.items);
  const isOnline = useIsOnline();
  const upload = canUpload && <UploadButton userId={userId} maxBytes={maxBytes} />;
  const isEmpty = query.items.length === 0 && !query.isPending && !query.error;

  return (
    <div ref={areaRef} className={classes.files} tabIndex={-1}>
      {upload}
      {query.error && <LoadBanner error={query.error} onRetry={query.retry} />}
      <div role="status">
        {isFollowingFailing && !query.error && (
          <p className={classes.stale}>
            <IconCloudOff size={16} stroke={1.6} aria-hidden />
            {isOnline ? "The server does not answer." : "You are offline."} How far your files are is shown again when
            it is back.
          </p>
        )}
      </div>
      {selection.files.length > 0 && (
        <SelectionBar
          files={selection.files}
          actions={actions}
          onClear={selection.clear}
          onDelete={() => deletion.ask(selection.files)}
        />
      )}
      <FilesTable
        viewState={viewState}
        query={query}
        actions={actions}
        selection={selection}
        onOpen={onOpen}
        onDelete={(file) => deletion.ask([file])}
      >
        {query.isPending && !query.error && <RowsSkeleton />}
        {isEmpty &&
          (viewState.isFiltered ? <NothingFound onClear={viewState.clear} /> : <NothingYet canUpload={canUpload} />)}
      </FilesTable>
      {deletion.dialog}
    </div>
  );
}

/** Puts the focus on the row that took the place of one that is gone, with its button; where there is none, on the list as a whole. */
function focusNear(area: HTMLElement | null, index: number): void {
  // The rows and the dialog are drawn anew before that.
  requestAnimationFrame(() => {
    const row = area?.querySelector<HTMLElement>(`[data-index="${index}"] [data-open]`);
    (row ?? area)?.focus({ preventScroll: true });
  });
}

/** [A2.34] [A8.35] Stands above what has come, which stays. */
function LoadBanner({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const details = error instanceof CallError ? error : null;
  return (
    <div role="alert" className={classes.banner}>
      <div className={classes.words}>
        <strong>{fileTexts.filesFailed}</strong>
        <p>{details?.reason ?? error.message}</p>
        {details?.requestId && <RequestId id={details.requestId} />}
      </div>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function NothingYet({ canUpload }: { canUpload: boolean }) {
  return (
    <div className={classes.empty}>
      <IconFiles size={32} stroke={1.3} aria-hidden />
      <p className={classes.line}>There are no files here yet.</p>
      <p>
        Files that you attach to a conversation are listed on this page.
        {canUpload && " You can also upload some right away."}
      </p>
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className={classes.empty} role="status">
      <p className={classes.line}>No file matches.</p>
      <Button variant="default" size="xs" onClick={onClear}>
        Show all files
      </Button>
    </div>
  );
}

const skeletonWidths = ["46%", "38%", "52%", "31%", "44%", "36%", "49%", "40%"];

function RowsSkeleton() {
  return (
    <div className={classes.skeleton} role="status">
      <VisuallyHidden>Loading your files</VisuallyHidden>
      {skeletonWidths.map((width) => (
        <div key={width}>
          <Skeleton height={12} width={width} radius="xs" />
        </div>
      ))}
    </div>
  );
}

/** Asks before files are deleted, and deletes them. */
function useDeletion(
  remove: (files: readonly FileRecord[]) => Promise<ReadonlySet<string>>,
  onGone: (ids: ReadonlySet<string>) => void,
) {
  const [files, setFiles] = useState<readonly FileRecord[]>([]);
  const [step, setStep] = useState<"closed" | "asking" | "deleting">("closed");
  const [first] = files;
  const what = files.length === 1 ? `“${first?.name}”` : `these ${files.length} files`;
  const confirm = () => {
    setStep("deleting");
    void remove(files).then((gone) => {
      setStep("closed");
      if (gone.size > 0) onGone(gone);
    });
  };
  return {
    ask: (asked: readonly FileRecord[]) => {
      setFiles(asked);
      setStep("asking");
    },
    dialog: (
      <ConfirmDialog
        isOpen={step !== "closed"}
        title={files.length === 1 ? "Delete file" : "Delete files"}
        message={`Delete ${what}? This cannot be undone. Answers keep what they quote.`}
        confirmLabel="Delete"
        isDestructive
        isBusy={step === "deleting"}
        onConfirm={confirm}
        onCancel={() => setStep("closed")}
      />
    ),
  };
}
