import { type FileSort, fileTypeFilters } from "@lectern/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { FileFilters } from "../../../entities/files/useFileQuery.ts";

const searchDelayMs = 200;

export interface FilesView {
  /** The typed search text. */
  name: string;
  /** Type labels; a file must have one of these types. Empty for all types. */
  types: readonly string[];
  /** A file must have all of these tags. */
  tags: readonly string[];
  sort: FileSort;
  isAscending: boolean;
}

export interface FilesViewState {
  view: FilesView;
  change: (changes: Partial<FilesView>) => void;
  /** Sorts by a column; reverses the order if the list is already sorted by that column. */
  sortBy: (sort: FileSort) => void;
  clear: () => void;
  isFiltered: boolean;
  /** The filters for the query, built from the view. The search text is debounced. */
  filters: FileFilters;
}

const noFilters = { name: "", types: [], tags: [] } as const;

/** Returns the state of the files page: the filters and the order of the list. */
export function useFilesView(): FilesViewState {
  const [view, setView] = useState<FilesView>({ ...noFilters, sort: "createdAt", isAscending: false });
  const [debouncedName] = useDebouncedValue(view.name, searchDelayMs);
  const { name, types, tags, sort, isAscending } = view;
  const namePrefix = name === "" ? "" : debouncedName.trim();
  const filters = useMemo(
    () => toFileFilters({ name: namePrefix, types, tags, sort, isAscending }),
    [namePrefix, types, tags, sort, isAscending],
  );
  const change = (changes: Partial<FilesView>) => setView((previous) => ({ ...previous, ...changes }));
  return {
    view,
    change,
    sortBy: (next) => change({ sort: next, isAscending: next === sort ? !isAscending : next !== "createdAt" }),
    clear: () => change(noFilters),
    isFiltered: name !== "" || types.length > 0 || tags.length > 0,
    filters,
  };
}

/** Converts the view to filters for the query; type labels become media types. */
export function toFileFilters({ name, types, tags, sort, isAscending }: FilesView): FileFilters {
  const mediaTypes = fileTypeFilters.filter(({ label }) => types.includes(label)).flatMap((type) => type.mediaTypes);
  return {
    sortIndex: sort,
    forwardScan: isAscending,
    ...(name === "" ? {} : { namePrefix: name }),
    ...(mediaTypes.length === 0 ? {} : { types: mediaTypes }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
