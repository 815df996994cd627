import { expect, test } from "vitest";
import { clampZoom, fitWidth, getNextZoom, getWheelScale, getZoomOfKey } from "./zoomSteps.ts";

test("zooming goes on to the next step, also from a value between two, and ends at the last", () => {
  expect(getNextZoom(fitWidth, 1)).toBe(1.25);
  expect(getNextZoom(1.1, 1)).toBe(1.25);
  expect(getNextZoom(1.1, -1)).toBe(1);
  expect(getNextZoom(3, 1)).toBeNull();
  expect(getNextZoom(0.5, -1)).toBeNull();
});

test("keys zoom, unless they belong to the browser", () => {
  const press = (key: string, ctrlKey = false) => getZoomOfKey({ key, ctrlKey, metaKey: false, altKey: false }, 1.5);
  expect(["+", "=", "-", "0", "a"].map((key) => press(key))).toEqual([2, 2, 1.25, 1, null]);
  expect(["+", "-", "0"].map((key) => press(key, true))).toEqual([null, null, null]);
});

test("a notch of a mouse's wheel zooms by a fifth, whatever the browser reports, and a trackpad gradually", () => {
  for (const [deltaY, deltaMode] of [
    [-100, 0],
    [-3, 1],
    [-1, 2],
  ] as const)
    expect(getWheelScale({ deltaY, deltaMode })).toBeCloseTo(1.22, 2);
  expect(getWheelScale({ deltaY: 100, deltaMode: 0 })).toBeCloseTo(0.82, 2);
  expect(getWheelScale({ deltaY: -2, deltaMode: 0 })).toBeCloseTo(1.02, 2);
});

test("no gesture zooms beyond the steps", () => {
  expect([0.1, 1.7, 9].map(clampZoom)).toEqual([0.5, 1.7, 3]);
});
