/** The list scrolls while the pointer is within this distance of an edge, at full speed at the edge itself. */
const edgePx = 48;
const maxPxPerFrame = 16;

export interface AutoScroll {
  /** Updates the pointer's position in the viewport. */
  move(pointer: { clientX: number; clientY: number }): void;
  stop(): void;
}

/**
 * Scrolls an element while the pointer drags near its top or bottom edge. The nearer the pointer, the faster the
 * element scrolls.
 */
export function createAutoScroll(scroller: HTMLElement): AutoScroll {
  let speed = 0;
  let frameHandle: number | null = null;
  const step = () => {
    frameHandle = null;
    if (speed === 0) return;
    scroller.scrollTop += speed;
    frameHandle = requestAnimationFrame(step);
  };
  return {
    move({ clientX, clientY }) {
      const { top, bottom, left, right } = scroller.getBoundingClientRect();
      const isBeside = clientX < left || clientX > right;
      speed = isBeside ? 0 : getScrollSpeed(clientY, top, bottom);
      if (speed !== 0 && frameHandle === null) frameHandle = requestAnimationFrame(step);
    },
    stop() {
      speed = 0;
      if (frameHandle !== null) cancelAnimationFrame(frameHandle);
      frameHandle = null;
    },
  };
}

/** Returns the speed in px per frame. A negative speed scrolls up. */
export function getScrollSpeed(clientY: number, top: number, bottom: number): number {
  const zone = Math.min(edgePx, (bottom - top) / 3);
  if (clientY < top + zone) return -toSpeed((top + zone - clientY) / zone);
  if (clientY > bottom - zone) return toSpeed((clientY - bottom + zone) / zone);
  return 0;
}

const toSpeed = (nearness: number) => Math.ceil(Math.min(1, nearness) * maxPxPerFrame);
