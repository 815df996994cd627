// biome-ignore lint/style/noRestrictedImports: this is what others use instead.
import { create, type StoreApi, type UseBoundStore } from "zustand";

const resets = new Set<() => void>();

/** Creates a store that lives as long as the page: after a reload it has its initial state again. */
export function createPageStore<T>(getInitial: () => T): UseBoundStore<StoreApi<T>> {
  const store = create<T>(getInitial);
  resets.add(() => store.setState(getInitial(), true));
  return store;
}

/** Gives every store its initial state, as a reload does. For tests, which share a page. */
export function resetPageStores(): void {
  for (const reset of resets) reset();
}
