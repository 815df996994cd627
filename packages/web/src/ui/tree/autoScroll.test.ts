import { expect, test } from "vitest";
import { scrollSpeedAt } from "./autoScroll.ts";

test("a list scrolls near its edges only, the nearer the faster, and towards the edge", () => {
  const speeds = [0, 100, 110, 140, 300, 460, 490, 500, 900].map((at) => scrollSpeedAt(at, 100, 500));
  expect(speeds).toEqual([-16, -16, -13, -3, 0, 3, 13, 16, 16]);
});

test("in a low list there is room between the two edges", () => {
  expect(scrollSpeedAt(130, 100, 160)).toBe(0);
});
