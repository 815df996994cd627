/** For what opens something that is loaded when it is used: loads it when it is about to be. A failure is told where it is used. */
export function preload(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const begin = () => {
    load().catch(() => {});
  };
  return { onPointerEnter: begin, onFocus: begin };
}
