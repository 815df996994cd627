import { expect, test } from "vitest";
import { getReadableZoom } from "./useReadableZoom.ts";

const createHighlight = (left: number, width: number) => ({ left, width, top: 0, height: 0.01 });

test("a narrow column fills the view, wide text stays as it is, and no page becomes huge", () => {
  expect(getReadableZoom([createHighlight(0.1, 0.3), createHighlight(0.15, 0.3)])).toBe(2.5);
  expect(getReadableZoom([createHighlight(0.1, 0.5), createHighlight(0.2, 0.4)])).toBeCloseTo(1.84);
  expect(getReadableZoom([createHighlight(0.05, 0.9)])).toBe(1);
  expect(getReadableZoom([])).toBe(1);
});
