import { t } from "@lingui/core/macro";
import { IconFile, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { formatList } from "../../../lib/i18n/formats.ts";
import { useLoadNearEnd } from "../../../lib/useLoadNearEnd.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import classes from "./GroupFileRows.module.css";
import type { GroupFile, GroupFileList } from "./useGroupFiles.ts";

interface GroupFileRowsProps {
  list: GroupFileList;
  files: readonly GroupFile[];
  onDelete: (file: GroupFile) => void;
}

/** The list of a group's files, which scrolls by itself. */
export function GroupFileRows({ list, files, onDelete }: GroupFileRowsProps) {
  const scrollRef = useRef<HTMLUListElement>(null);
  const onScroll = useLoadNearEnd(scrollRef, files.length, list.loadMore);
  return (
    <ul
      ref={scrollRef}
      className={classes.list}
      aria-labelledby="group-files"
      aria-busy={list.isLoadingMore}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: rows without buttons are scrolled with the keyboard
      tabIndex={0}
    >
      {files.map((file) => (
        <FileItem key={file.id} file={file} onDelete={onDelete} />
      ))}
    </ul>
  );
}

function FileItem({ file, onDelete }: { file: GroupFile } & Pick<GroupFileRowsProps, "onDelete">) {
  const { name, size, usedBy = [] } = file;
  return (
    <li className={classes.row}>
      <IconFile size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>{describeUse(usedBy)}</span>
      </span>
      {size !== null && <span className={classes.size}>{formatBytes(size)}</span>}
      <span className={classes.action}>
        {usedBy.length === 0 && (
          <IconButton name={t`Delete ${name}`} onClick={() => onDelete(file)}>
            <IconTrash size={16} stroke={1.8} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  );
}

/** Assistants that are named; of the others, the number. */
const maxNames = 3;

function describeUse(usedBy: readonly { name: string }[]): string {
  if (usedBy.length === 0) return t`No assistant uses it`;
  const names = usedBy.slice(0, maxNames).map(({ name }) => name);
  const otherCount = usedBy.length - names.length;
  const list = formatList(otherCount > 0 ? [...names, t`${otherCount} more`] : names);
  return t`Used by ${list}`;
}
