import type { Group } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { LoadFailedBanner } from "../../../ui/LoadFailedBanner.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "../management/GroupManagement.module.css";
import { GroupFileRows } from "./GroupFileRows.tsx";
import { useFileDeletion } from "./useFileDeletion.ts";
import { type GroupFile, useGroupFiles } from "./useGroupFiles.ts";

/** The files of a group with the assistants that use them. Those that none uses can be deleted. */
export function GroupFilesSection({ group }: { group: Group }) {
  const list = useGroupFiles(group.id);
  const [requested, setRequested] = useState<GroupFile | null>(null);
  const deletion = useFileDeletion(group.id, () => setRequested(null));
  const { files, total, error, isLoadingMore } = list;
  return (
    <section className={classes.section} aria-labelledby="group-files">
      <div className={classes.top}>
        <h3 id="group-files" className={classes.heading}>
          {t`Files`}
        </h3>
        {total && total.count > 0 && <span className={classes.note}>{formatTotal(total)}</span>}
      </div>
      <p className={classes.note}>
        {t`These files count toward the group’s storage. Unused files are deleted after 30 days.`}
      </p>
      {error && <LoadFailedBanner text={t`Couldn’t load the files.`} error={error} onRetry={list.retry} />}
      {files && files.length > 0 && <GroupFileRows list={list} files={files} onDelete={setRequested} />}
      {files?.length === 0 && (
        <p className={classes.empty} role="status">
          {t`This group has no files yet.`}
        </p>
      )}
      {((!files && !error) || isLoadingMore) && <ListSkeleton rows={files ? 1 : 3} label={t`Loading files`} />}
      <ConfirmDialog
        isOpen={requested !== null}
        title={t`Delete file`}
        message={t`Delete “${requested?.name ?? ""}”? This can’t be undone.`}
        confirmLabel={t`Delete file`}
        isDestructive
        isBusy={deletion.isPending}
        onConfirm={() => requested && deletion.mutate(requested)}
        onCancel={() => setRequested(null)}
      />
    </section>
  );
}

function formatTotal({ count, bytes }: { count: number; bytes: number }): string {
  const files = plural(count, { one: "# file", other: "# files" });
  const size = formatBytes(bytes);
  return t`${files}, ${size}`;
}
