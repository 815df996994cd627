import { expect, test } from "vitest";
import { getScrollSpeed } from "./autoScroll.ts";

test("a list scrolls only near its edges, faster the nearer, and towards the edge", () => {
  const speeds = [0, 100, 110, 140, 300, 460, 490, 500, 900].map((clientY) => getScrollSpeed(clientY, 100, 500));
  expect(speeds).toEqual([-16, -16, -13, -3, 0, 3, 13, 16, 16]);
});

test("a short list still has a middle where it does not scroll", () => {
  expect(getScrollSpeed(130, 100, 160)).toBe(0);
});
