/**
 * Returns the props of a control that needs lazily loaded code: hover and focus start loading the code. Errors are
 * ignored here and shown when the code is used.
 */
export function getPreloadProps(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const startLoading = () => {
    load().catch(() => {});
  };
  return { onPointerEnter: startLoading, onFocus: startLoading };
}
