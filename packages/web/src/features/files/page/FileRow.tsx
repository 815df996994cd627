import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconDownload, IconMessagePlus, IconTrash } from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import { downloadOriginal } from "../../../entities/files/downloadOriginal.ts";
import { formatDay, formatDayAndTime } from "../../../entities/files/formatDay.ts";
import { formatFileType } from "../../../entities/files/typeLabels.ts";
import { isAttachable } from "../../../entities/files/upload/attachment.ts";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { breakAfter } from "../../../ui/breakAfter.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { SelectBox } from "../../../ui/SelectBox.tsx";
import { FileIcon } from "../FileIcon.tsx";
import { EditableTags } from "./EditableTags.tsx";
import { FileMenu } from "./FileMenu.tsx";
import classes from "./FileRow.module.css";
import { FileStateLine } from "./FileStateLine.tsx";
import type { FileActions } from "./useFileActions.ts";

interface FileRowProps {
  file: FileRecord;
  actions: FileActions;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
  onOpen: (file: FileRecord) => void;
  onDelete: (file: FileRecord) => void;
  /** Starts a chat with the file; null: not possible now. */
  onAsk: ((files: readonly FileRecord[]) => void) | null;
}

/** The cells of one file; on narrow screens they form a card. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, actions, isSelected, onSelect, onOpen, onDelete, onAsk } = props;
  const { id, name, type, size, createdAt } = file;
  const [isTagging, setIsTagging] = useState(false);
  return (
    <>
      <Cell className={classes.select}>
        <SelectBox name={t`Select ${name}`} isSelected={isSelected} onSelect={(selected) => onSelect(id, selected)} />
      </Cell>
      <Cell className={classes.download}>
        <IconButton
          name={size === null ? t`Download ${name}: not uploaded completely` : t`Download ${name}`}
          aria-disabled={size === null || undefined}
          onClick={() => size !== null && void downloadOriginal(id, name)}
        >
          <IconDownload size={18} stroke={1.6} />
        </IconButton>
      </Cell>
      <Cell className={classes.name}>
        <span className={classes.icon}>
          <FileIcon name={name} type={type} size={18} />
        </span>
        <div className={classes.names}>
          <button type="button" data-open className={classes.open} title={name} onClick={() => onOpen(file)}>
            {breakAfter(name, /(?<=_)/)}
          </button>
          <FileStateLine file={file} onRetry={actions.retry} />
        </div>
      </Cell>
      <Cell className={classes.created}>
        <time dateTime={createdAt} title={formatDayAndTime(createdAt)}>
          {formatDay(createdAt)}
        </time>
      </Cell>
      <Cell className={classes.tags} data-empty={(file.tags.length === 0 && !isTagging) || undefined}>
        <EditableTags file={file} isEditing={isTagging} onEditing={setIsTagging} onChange={actions.setTags} />
      </Cell>
      <Cell className={classes.type}>{formatFileType(type)}</Cell>
      <Cell className={classes.size}>{size === null ? "" : formatBytes(size)}</Cell>
      <Cell className={classes.actions}>
        {onAsk && isAttachable(file) && (
          <IconButton name={t`Ask about ${name}`} onClick={() => onAsk([file])}>
            <IconMessagePlus size={18} stroke={1.6} />
          </IconButton>
        )}
        <IconButton name={t`Delete ${name}`} className={classes.delete} onClick={() => onDelete(file)}>
          <IconTrash size={18} stroke={1.6} />
        </IconButton>
        <FileMenu file={file} onEditTags={() => setIsTagging(true)} onDelete={() => onDelete(file)} />
      </Cell>
    </>
  );
});

interface CellProps {
  className: string | undefined;
  "data-empty"?: boolean | undefined;
  children: ReactNode;
}

function Cell({ className, children, ...rest }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot be positioned
    <div role="cell" className={`${classes.cell} ${className}`} {...rest}>
      {children}
    </div>
  );
}
