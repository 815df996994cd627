/**
 * Returns props for a control that opens lazily loaded code. They start loading the code on hover or focus. Errors are
 * ignored here and shown when the code is used.
 */
export function preload(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const startLoading = () => {
    load().catch(() => {});
  };
  return { onPointerEnter: startLoading, onFocus: startLoading };
}
