import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { type FileSort, fileTypeFilters } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { Button, MultiSelect, TextInput, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconFilter, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { fileMessages } from "../../../entities/files/fileMessages.ts";
import { translateTypeLabel } from "../../../entities/files/typeLabels.ts";
import classes from "./FilesHead.module.css";
import type { FilesViewState } from "./useFilesView.ts";
import { useTags } from "./useTags.ts";

interface FilesHeadProps extends Pick<FilesViewState, "view" | "change" | "sortBy"> {
  /** The CSS class that lays out the cells of a row. */
  rowClass: string;
  /** The checkbox that selects all listed files. */
  selection: ReactNode;
}

const listTypes = () =>
  fileTypeFilters
    .map(({ label }) => ({ value: label, label: translateTypeLabel(label) }))
    .sort((a, b) => a.label.localeCompare(b.label));

/** The column headers, which sort the list, and the filters: below them, or among cards above them. */
export function FilesHead({ view, change, sortBy, rowClass, selection }: FilesHeadProps) {
  const { tags, isFailed } = useTags();
  // Among cards, the filters are shown only on request, so that the first files are high up.
  const [areFiltersOpen, setAreFiltersOpen] = useState(false);
  const filterCount = view.tags.length + view.types.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table element cannot be positioned
    <div role="rowgroup" className={classes.head}>
      <Row index={1} className={`${rowClass} ${classes.names}`}>
        <Column>{selection}</Column>
        <Column className={classes.silent}>
          <VisuallyHidden>{t`Download`}</VisuallyHidden>
        </Column>
        <SortHeader sort="name" label={t`Name`} view={view} onSort={sortBy} />
        <SortHeader
          sort="createdAt"
          label={t({ message: "Created", comment: "A column with dates" })}
          view={view}
          onSort={sortBy}
        />
        <Column className={classes.plain}>{t`Tags`}</Column>
        <SortHeader sort="type" label={t`Type`} view={view} onSort={sortBy} />
        <Column className={`${classes.plain} ${classes.size}`}>{t({ message: "Size", context: "of a file" })}</Column>
        <Column className={classes.silent}>
          <VisuallyHidden>{t`Delete`}</VisuallyHidden>
        </Column>
      </Row>
      <Row index={2} className={`${rowClass} ${classes.filters}`} isOpen={areFiltersOpen}>
        <Cell column={3} className={classes.nameFilter}>
          <TextInput
            size="xs"
            type="search"
            aria-label={t`Search by name`}
            placeholder={t`Search by name`}
            leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
            value={view.name}
            maxLength={200}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Button
            className={classes.toggle ?? ""}
            variant="default"
            size="xs"
            leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
            aria-expanded={areFiltersOpen}
            data-active={filterCount > 0 || undefined}
            onClick={() => setAreFiltersOpen(!areFiltersOpen)}
          >
            {filterCount === 0 ? t`Filter` : t`Filter (${filterCount})`}
          </Button>
        </Cell>
        <Cell column={5} className={classes.tagFilter}>
          <Filter
            label={t`Filter by tags`}
            placeholder={t`All tags`}
            options={[...new Set([...tags, ...view.tags])].map((tag) => ({ value: tag, label: tag }))}
            chosen={view.tags}
            error={isFailed ? fileMessages.tagsFailed() : null}
            emptyText={t`No tags yet`}
            onChoose={(chosenTags) => change({ tags: chosenTags })}
          />
        </Cell>
        <Cell column={6} className={classes.typeFilter}>
          <Filter
            label={t`Filter by type`}
            placeholder={t`All types`}
            options={listTypes()}
            chosen={view.types}
            error={null}
            emptyText={t`No matching type`}
            onChoose={(chosen) => change({ types: chosen })}
          />
        </Cell>
      </Row>
    </div>
  );
}

interface CellProps {
  className?: string | undefined;
  children: ReactNode;
}

function Row({ index, className, isOpen, children }: CellProps & { index: number; isOpen?: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: the controls inside take the focus
    <div role="row" aria-rowindex={index} className={className} data-open={isOpen || undefined}>
      {children}
    </div>
  );
}

function Cell({ column, className, children }: CellProps & { column: number }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="cell" aria-colindex={column} className={className}>
      {children}
    </div>
  );
}

function Column({ className, sorted, children }: CellProps & { sorted?: "ascending" | "descending" | "none" }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div role="columnheader" className={className} aria-sort={sorted}>
      {children}
    </div>
  );
}

interface SortHeaderProps extends Pick<FilesHeadProps, "view"> {
  sort: FileSort;
  label: string;
  onSort: (sort: FileSort) => void;
}

function SortHeader({ sort, label, view, onSort }: SortHeaderProps) {
  const isSorted = view.sort === sort;
  const Arrow = view.isAscending ? IconArrowUp : IconArrowDown;
  return (
    <Column sorted={isSorted ? (view.isAscending ? "ascending" : "descending") : "none"}>
      <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
        {label}
        {isSorted && <Arrow size={14} stroke={1.8} aria-hidden />}
      </button>
    </Column>
  );
}

interface FilterProps {
  label: string;
  /** Shown while nothing is chosen. Short, because the columns are narrow. */
  placeholder: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error: string | null;
  emptyText: string;
  onChoose: (chosen: string[]) => void;
}

function Filter({ label, placeholder, options, chosen, error, emptyText, onChoose }: FilterProps) {
  return (
    <MultiSelect
      size="xs"
      aria-label={label}
      placeholder={chosen.length === 0 ? placeholder : ""}
      data={[...options]}
      value={[...chosen]}
      error={error}
      classNames={{ inputField: classes.filterText, option: classes.filterOption }}
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage={emptyText}
      comboboxProps={{ width: "max-content", position: "bottom-start", transitionProps: { duration: 0 } }}
      maxDropdownHeight={280}
      clearButtonProps={{ "aria-label": t`Clear: ${label}` }}
      onChange={onChoose}
    />
  );
}
