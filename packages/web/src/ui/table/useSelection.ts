import { useCallback, useMemo, useState } from "react";

export interface Selection<T> {
  /** The listed items that are selected. */
  items: readonly T[];
  has: (id: string) => boolean;
  select: (id: string, isSelected: boolean) => void;
  /** Selects all items listed so far, or none. */
  selectAll: (isSelected: boolean) => void;
  remove: (ids: ReadonlySet<string>) => void;
}

/** Manages the selection among the listed items. An item that is no longer listed is not selected. */
export function useSelection<T extends { id: string }>(listedItems: readonly T[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const items = useMemo(() => (ids.size === 0 ? [] : listedItems.filter(({ id }) => ids.has(id))), [listedItems, ids]);
  const select = useCallback((id: string, isSelected: boolean) => {
    setIds((current) => {
      const next = new Set(current);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return {
    items,
    has: (id) => ids.has(id),
    select,
    selectAll: (isSelected) => setIds(new Set(isSelected ? listedItems.map(({ id }) => id) : [])),
    remove: (removedIds) => setIds((current) => new Set([...current].filter((id) => !removedIds.has(id)))),
  };
}
