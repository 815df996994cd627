import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { type FileQuery, filePageSize } from "../../../entities/files/useFileQuery.ts";
import { SelectBox } from "../../../ui/SelectBox.tsx";
import type { Selection } from "../../../ui/table/useSelection.ts";
import { VirtualTable } from "../../../ui/table/VirtualTable.tsx";
import { FileRow } from "./FileRow.tsx";
import { FilesHead } from "./FilesHead.tsx";
import classes from "./FilesTable.module.css";
import type { FileActions } from "./useFileActions.ts";
import type { FilesViewState } from "./useFilesView.ts";

interface FilesTableProps {
  viewState: FilesViewState;
  query: FileQuery;
  actions: FileActions;
  selection: Selection<FileRecord>;
  onOpen: (file: FileRecord) => void;
  onDelete: (file: FileRecord) => void;
  onAsk: ((files: readonly FileRecord[]) => void) | null;
  /** Shown while there are no rows. */
  children: ReactNode;
}

/** The number of header rows: the column headers and the filters. */
const headRowCount = 2;

/** The table of a person's files. */
export function FilesTable(props: FilesTableProps) {
  const { viewState, query, actions, selection, onOpen, onDelete, onAsk, children } = props;
  const { items, hasMore, isPending } = query;
  return (
    <VirtualTable
      label={t`Your files`}
      items={items}
      selection={selection}
      head={
        <FilesHead
          view={viewState.view}
          change={viewState.change}
          sortBy={viewState.sortBy}
          rowClass={classes.row ?? ""}
          selection={
            <SelectBox
              name={t`Select all listed files`}
              isDisabled={items.length === 0}
              isSelected={items.length > 0 && selection.items.length === items.length}
              onSelect={selection.selectAll}
            />
          }
        />
      }
      headRowCount={headRowCount}
      // Until the first page arrives, a full page is assumed.
      rowCount={isPending ? filePageSize : hasMore ? -1 : items.length + headRowCount}
      isChanging={query.isChanging}
      isPending={isPending}
      loadingText={query.isLoadingMore ? t`Loading more files` : null}
      loadMore={query.loadMore}
      scrollKey={viewState.filters}
      className={classes.scroll}
      rowClassName={`${classes.row} ${classes.fileRow}`}
      renderRow={(file) => (
        <FileRow
          file={file}
          actions={actions}
          isSelected={selection.has(file.id)}
          onSelect={selection.select}
          onOpen={onOpen}
          onDelete={onDelete}
          onAsk={onAsk}
        />
      )}
    >
      {children}
    </VirtualTable>
  );
}
