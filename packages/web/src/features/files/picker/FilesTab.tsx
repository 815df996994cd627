import { type FileRecord, fileTypeFilters } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { translateTypeLabel } from "../../../entities/files/typeLabels.ts";
import type { Attachment } from "../../../entities/files/upload/attachment.ts";
import { type FileFilters, useFileQuery } from "../../../entities/files/useFileQuery.ts";
import { useIsNarrow } from "../../../lib/device.ts";
import { ListSkeleton } from "../../../ui/Skeletons.tsx";
import classes from "./FilePicker.module.css";
import { FileTable } from "./FileTable.tsx";
import { LoadFailedNote } from "./LoadFailedNote.tsx";
import { OrderField } from "./OrderField.tsx";
import { mediaTypesOf } from "./pickerTabs.ts";
import type { Sorting } from "./sorting.ts";

interface FilesTabProps {
  /** The labels of the types to show; null for all types. */
  labels: readonly string[] | null;
  chosenAttachments: ReadonlyMap<string, Attachment>;
  acceptsImages: boolean;
  onToggle: (record: FileRecord) => void;
  onUpload: () => void;
}

const searchDelayMs = 250;

/** The table of files with search, type filter and order, all of which the server applies. */
export function FilesTab({ labels, chosenAttachments, acceptsImages, onToggle, onUpload }: FilesTabProps) {
  const [search, setSearch] = useState("");
  const [label, setLabel] = useState("");
  const isNarrow = useIsNarrow();
  const [sorting, setSorting] = useState<Sorting>({ sortIndex: "createdAt", forwardScan: false });
  const [namePrefix] = useDebouncedValue(search.trim(), searchDelayMs);
  const filters = useMemo((): FileFilters => {
    const shownLabels = label !== "" ? [label] : labels;
    return {
      ...sorting,
      ...(namePrefix ? { namePrefix } : {}),
      ...(shownLabels ? { types: mediaTypesOf(shownLabels) } : {}),
    };
  }, [sorting, namePrefix, label, labels]);
  const fileQuery = useFileQuery(filters);
  const isFiltered = namePrefix !== "" || label !== "";
  const availableLabels = labels ?? fileTypeFilters.map((type) => type.label);

  return (
    <div className={classes.tab}>
      <div className={classes.filters}>
        <TextInput
          aria-label={t`Search by name`}
          placeholder={t`Search by name`}
          leftSection={<IconSearch size={16} aria-hidden />}
          className={classes.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={preventSubmit}
          data-autofocus
        />
        <Select
          aria-label={t`Type`}
          className={classes.type}
          value={label}
          onChange={(value) => setLabel(value ?? "")}
          data={[
            { value: "", label: t`All types` },
            ...availableLabels.map((name) => ({ value: name, label: translateTypeLabel(name) })),
          ]}
          allowDeselect={false}
          maxDropdownHeight={280}
          // Wide enough for the longest type.
          comboboxProps={{ width: "max-content", position: "bottom-end", transitionProps: { duration: 0 } }}
        />
        {isNarrow && <OrderField className={classes.type} sorting={sorting} onSort={setSorting} />}
      </div>
      {fileQuery.isPending && fileQuery.error === null ? (
        <ListSkeleton rows={8} label={t`Loading your files`} />
      ) : fileQuery.error !== null && fileQuery.items.length === 0 ? (
        <LoadFailedNote text={fileMessages.filesFailed()} error={fileQuery.error} onRetry={fileQuery.retry} />
      ) : fileQuery.items.length === 0 ? (
        <NoFiles isFiltered={isFiltered || labels !== null} onUpload={onUpload} />
      ) : (
        <FileTable
          files={fileQuery}
          filters={filters}
          sorting={sorting}
          chosenAttachments={chosenAttachments}
          acceptsImages={acceptsImages}
          onSort={setSorting}
          onToggle={onToggle}
        />
      )}
    </div>
  );
}

/** Prevents Enter in the search field from attaching the chosen files. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

function NoFiles({ isFiltered, onUpload }: { isFiltered: boolean; onUpload: () => void }) {
  return (
    <div className={classes.empty}>
      <p>{isFiltered ? t`No files match.` : t`No files yet. Files you upload will appear here.`}</p>
      <Button variant="default" onClick={onUpload}>
        {t`Upload from this device`}
      </Button>
    </div>
  );
}
