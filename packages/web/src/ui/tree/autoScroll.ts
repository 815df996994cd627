/** How near an edge the pointer must be for the list to scroll, and how fast it goes at the edge itself. */
const edgePx = 48;
const maxPxPerFrame = 16;

export interface AutoScroll {
  /** The pointer is at this place of the window. */
  move(pointer: { clientX: number; clientY: number }): void;
  stop(): void;
}

/** Scrolls an element while something is dragged near its upper or lower edge: the nearer, the faster. */
export function createAutoScroll(scroller: HTMLElement): AutoScroll {
  let speed = 0;
  let frame: number | null = null;
  const step = () => {
    frame = null;
    if (speed === 0) return;
    scroller.scrollTop += speed;
    frame = requestAnimationFrame(step);
  };
  return {
    move({ clientX, clientY }) {
      const { top, bottom, left, right } = scroller.getBoundingClientRect();
      const isBeside = clientX < left || clientX > right;
      speed = isBeside ? 0 : scrollSpeedAt(clientY, top, bottom);
      if (speed !== 0 && frame === null) frame = requestAnimationFrame(step);
    },
    stop() {
      speed = 0;
      if (frame !== null) cancelAnimationFrame(frame);
      frame = null;
    },
  };
}

/** In px a frame; below 0: up. */
export function scrollSpeedAt(clientY: number, top: number, bottom: number): number {
  const reach = Math.min(edgePx, (bottom - top) / 3);
  if (clientY < top + reach) return -speedOf((top + reach - clientY) / reach);
  if (clientY > bottom - reach) return speedOf((clientY - bottom + reach) / reach);
  return 0;
}

const speedOf = (nearness: number) => Math.ceil(Math.min(1, nearness) * maxPxPerFrame);
