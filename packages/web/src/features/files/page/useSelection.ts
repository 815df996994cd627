import type { FileRecord } from "@lectern/contract";
import { useCallback, useMemo, useState } from "react";

export interface Selection {
  /** The listed files that are selected. */
  files: readonly FileRecord[];
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
  /** Selects all files listed so far, or none. */
  selectAll: (isSelected: boolean) => void;
  remove: (ids: ReadonlySet<string>) => void;
  clear: () => void;
}

/** Manages the selection among the listed files. A file that is no longer listed is not selected. */
export function useSelection(listedFiles: readonly FileRecord[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const files = useMemo(() => (ids.size === 0 ? [] : listedFiles.filter(({ id }) => ids.has(id))), [listedFiles, ids]);
  const select = useCallback((id: string, isSelected: boolean) => {
    setIds((current) => {
      const next = new Set(current);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return {
    files,
    has: (id) => ids.has(id),
    select,
    selectAll: (isSelected) => setIds(new Set(isSelected ? listedFiles.map(({ id }) => id) : [])),
    remove: (removedIds) => setIds((current) => new Set([...current].filter((id) => !removedIds.has(id)))),
    clear: () => setIds(new Set()),
  };
}
