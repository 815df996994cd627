export interface Drawing {
  /** The distance of the page from the middle of the visible area, in CSS px. Called when a page can be drawn. */
  getDistance: () => number;
  /** Must not reject. */
  draw: () => Promise<void>;
}

export interface DrawQueue {
  /** Adds a page. Returns a function that removes it if it is still waiting. */
  add: (drawing: Drawing) => () => void;
}

/** More pages at once delay each other; with one at a time, a slow page would hold up all others. */
const maxDrawings = 2;

/** Draws pages, those nearest to the middle of the visible area first. */
export function createDrawQueue(): DrawQueue {
  const waiting = new Set<Drawing>();
  let drawingCount = 0;
  const drawWaiting = async () => {
    if (drawingCount >= maxDrawings) return;
    drawingCount++;
    // Pages are added together, in the order of the document.
    await Promise.resolve();
    for (let next = takeNearest(waiting); next; next = takeNearest(waiting)) await next.draw();
    drawingCount--;
  };
  return {
    add(drawing) {
      waiting.add(drawing);
      void drawWaiting();
      return () => waiting.delete(drawing);
    },
  };
}

function takeNearest(waiting: Set<Drawing>): Drawing | undefined {
  const [nearest] = [...waiting]
    .map((drawing) => ({ drawing, distance: drawing.getDistance() }))
    .sort((a, b) => a.distance - b.distance);
  if (nearest) waiting.delete(nearest.drawing);
  return nearest?.drawing;
}
