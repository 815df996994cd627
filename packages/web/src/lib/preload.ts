/**
 * Props for a control that opens lazily loaded code: starts to load it on hover or focus. Errors are ignored here; they
 * are shown when the code is used.
 */
export function preload(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const startLoading = () => {
    load().catch(() => {});
  };
  return { onPointerEnter: startLoading, onFocus: startLoading };
}
