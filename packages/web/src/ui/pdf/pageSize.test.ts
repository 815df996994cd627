import fc from "fast-check";
import { expect, test } from "vitest";
import { getDrawingScale, getPageRatio } from "./pageSize.ts";

const pageOfSize = (width: number, height: number) => ({ getViewport: () => ({ width, height }) as never });

test("a page has its own proportions, within limits", () => {
  expect(getPageRatio(pageOfSize(600, 800))).toBeCloseTo(4 / 3);
  expect(getPageRatio(pageOfSize(1, 1e9))).toBe(10);
  expect(getPageRatio(pageOfSize(0, 0))).toBeCloseTo(Math.SQRT2);
  expect(getPageRatio(pageOfSize(-1, 5))).toBeCloseTo(Math.SQRT2);
});

test("a page is drawn as wide as it is shown", () => {
  expect(getDrawingScale({ width: 600, height: 800 }, 1_200)).toBe(2);
  expect(getDrawingScale({ width: 0, height: 800 }, 1_200)).toBeNull();
  expect(getDrawingScale({ width: Number.NaN, height: 800 }, 1_200)).toBeNull();
});

test("no page makes a canvas too large to draw on", () => {
  fc.assert(
    fc.property(fc.double(), fc.double(), fc.integer({ min: 1, max: 100_000 }), (width, height, widthPx) => {
      const scale = getDrawingScale({ width, height }, widthPx);
      if (scale === null) return;
      expect(width * scale).toBeLessThanOrEqual(8_193);
      expect(height * scale).toBeLessThanOrEqual(8_193);
      expect(width * scale * (height * scale)).toBeLessThanOrEqual(2 ** 24 * 1.001);
    }),
  );
});
