import { type FileSort, fileTypeFilters } from "@lectern/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { FileFilters } from "../../../entities/files/useFileQuery.ts";

const typingMs = 200;

export interface FilesView {
  /** What is searched for in names, as it is typed. */
  name: string;
  /** Labels of types, of which a file has one. */
  types: readonly string[];
  /** Tags, of which a file has all. */
  tags: readonly string[];
  sort: FileSort;
  isAscending: boolean;
}

export interface FilesViewState {
  view: FilesView;
  change: (changes: Partial<FilesView>) => void;
  /** Sorts by a column; by the one that is sorted by already, the other way round. */
  sortBy: (sort: FileSort) => void;
  clear: () => void;
  isFiltered: boolean;
  /** The same, as the list is asked for; what is typed follows a moment later. */
  filters: FileFilters;
}

const everything = { name: "", types: [], tags: [] } as const;

/** How a person looks at their files: what is left out, and in which order the rest comes. */
export function useFilesView(): FilesViewState {
  const [view, setView] = useState<FilesView>({ ...everything, sort: "createdAt", isAscending: false });
  const [typed] = useDebouncedValue(view.name, typingMs);
  const { name, types, tags, sort, isAscending } = view;
  const namePrefix = name === "" ? "" : typed.trim();
  const filters = useMemo(
    () => filtersOf({ name: namePrefix, types, tags, sort, isAscending }),
    [namePrefix, types, tags, sort, isAscending],
  );
  const change = (changes: Partial<FilesView>) => setView((before) => ({ ...before, ...changes }));
  return {
    view,
    change,
    sortBy: (next) => change({ sort: next, isAscending: next === sort ? !isAscending : next !== "createdAt" }),
    clear: () => change(everything),
    isFiltered: name !== "" || types.length > 0 || tags.length > 0,
    filters,
  };
}

/** What the server is asked for; labels of types become the media types that they stand for. */
export function filtersOf({ name, types, tags, sort, isAscending }: FilesView): FileFilters {
  const mediaTypes = fileTypeFilters.filter(({ label }) => types.includes(label)).flatMap((type) => type.mediaTypes);
  return {
    sortIndex: sort,
    forwardScan: isAscending,
    ...(name === "" ? {} : { namePrefix: name }),
    ...(mediaTypes.length === 0 ? {} : { types: mediaTypes }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
