import { t } from "@lingui/core/macro";
import { IconFile, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { formatBytes } from "../../../entities/files/upload/checkFile.ts";
import { useLoadNearEnd } from "../../../lib/useLoadNearEnd.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { describeObstacle, describeUse } from "./describeUse.ts";
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
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.note}>{describeUse(usedBy)}</span>
      </span>
      {size !== null && <span className={classes.size}>{formatBytes(size)}</span>}
      <span className={classes.action}>
        <IconButton
          name={usedBy.length === 0 ? t`Delete ${name}` : describeObstacle(name, usedBy)}
          aria-disabled={usedBy.length > 0 || undefined}
          onClick={() => {
            if (usedBy.length === 0) onDelete(file);
          }}
        >
          <IconTrash size={16} stroke={1.8} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
