import type { FileRecord } from "@lectern/contract";
import { useCallback, useMemo, useState } from "react";

export interface Selection {
  /** Those of the listed files that are selected. */
  files: readonly FileRecord[];
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
  /** All that are listed so far, or none. */
  selectAll: (isSelected: boolean) => void;
  drop: (ids: ReadonlySet<string>) => void;
  clear: () => void;
}

/** Which of the listed files are selected. What is no longer listed is not selected either. */
export function useSelection(listed: readonly FileRecord[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const files = useMemo(() => (ids.size === 0 ? [] : listed.filter(({ id }) => ids.has(id))), [listed, ids]);
  const select = useCallback((id: string, isSelected: boolean) => {
    setIds((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  return {
    files,
    has: (id) => ids.has(id),
    select,
    selectAll: (isSelected) => setIds(new Set(isSelected ? listed.map(({ id }) => id) : [])),
    drop: (gone) => setIds((before) => new Set([...before].filter((id) => !gone.has(id)))),
    clear: () => setIds(new Set()),
  };
}
