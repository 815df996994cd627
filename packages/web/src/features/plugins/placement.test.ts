import { expect, test } from "vitest";
import {
  avoidObstacle,
  chooseStartPlace,
  clampCorner,
  defaultLocation,
  getStartLocation,
  moveByKey,
  placeSelector,
  type StartPlace,
  toLocation,
} from "./placement.ts";

const selector = { width: 160, height: 40 };
const area = { width: 1000, height: 700 };

test("a location counts from the lower left corner", () => {
  expect(placeSelector(defaultLocation, selector, area)).toEqual({ left: 100, top: 450 });
  expect(toLocation({ left: 100, top: 450 }, area)).toEqual(defaultLocation);
});

test("it starts beside the messages if there is room, otherwise below them or in the corner of an empty chat", () => {
  expect(chooseStartPlace(52, false)).toBe("beside");
  expect(chooseStartPlace(51, false)).toBe("below");
  expect(chooseStartPlace(52, true)).toBe("beside");
  expect(chooseStartPlace(51, true)).toBe("corner");
  const button = { width: 36, height: 36 };
  const start = (place: StartPlace, columnLeft: number) =>
    placeSelector(getStartLocation(place, button, columnLeft), button, area);
  expect(start("beside", 300)).toEqual({ left: 100, top: 450 });
  // It leaves a gap to the messages.
  expect(start("beside", 80)).toEqual({ left: 36, top: 450 });
  expect(start("below", 0)).toEqual({ left: 964, top: 664 });
  expect(start("corner", 0)).toEqual({ left: 964, top: 0 });
});

test("it does not cover an obstacle, and is shown at the nearest place above or below it", () => {
  const field = { left: 200, top: 300, width: 600, height: 100 };
  const avoid = (left: number, top: number) => avoidObstacle({ left, top }, selector, area, field);
  expect(avoid(300, 320)).toEqual({ left: 300, top: 252 });
  expect(avoid(300, 380)).toEqual({ left: 300, top: 408 });
  for (const [left, top] of [
    [40, 320],
    [800, 320],
    [300, 200],
    [300, 408],
  ] as const) {
    expect(avoid(left, top)).toEqual({ left, top });
  }
  // There is no room below.
  const low = { ...field, top: 580 };
  expect(avoidObstacle({ left: 300, top: 670 }, selector, area, low)).toEqual({ left: 300, top: 532 });
  expect(avoidObstacle({ left: 300, top: 320 }, selector, area, null)).toEqual({ left: 300, top: 320 });
});

test("the selector stays in the area, also in one that is smaller than the selector", () => {
  expect(placeSelector({ x: 990, y: 50 }, selector, area)).toEqual({ left: 840, top: 660 });
  expect(placeSelector({ x: -5, y: -900 }, selector, area)).toEqual({ left: 0, top: 0 });
  expect(placeSelector(defaultLocation, selector, { width: 100, height: 30 })).toEqual({ left: 0, top: 0 });
  expect(clampCorner({ left: 2000, top: 2000 }, selector, area)).toEqual({ left: 840, top: 660 });
});

test("arrow keys move it, with Shift farther; other keys do not", () => {
  const corner = { left: 100, top: 100 };
  expect(moveByKey(corner, "ArrowRight", false)).toEqual({ left: 116, top: 100 });
  expect(moveByKey(corner, "ArrowUp", true)).toEqual({ left: 100, top: 36 });
  expect(moveByKey(corner, "Enter", false)).toBeNull();
});
