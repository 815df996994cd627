import { afterEach, expect, test, vi } from "vitest";
import { isAtLastPress, startPressHistory } from "./lastPress.ts";

afterEach(() => vi.unstubAllGlobals());

test("the pointer is at its last press until it moves away, and not when it comes back", () => {
  const page = new EventTarget();
  vi.stubGlobal("document", page);
  startPressHistory();
  const place = { clientX: 300, clientY: 20 };
  const dispatch = (type: string, position = place) => page.dispatchEvent(Object.assign(new Event(type), position));
  expect(isAtLastPress(place)).toBe(false);
  dispatch("pointerdown");
  expect(isAtLastPress(place)).toBe(true);
  expect(isAtLastPress({ ...place, clientX: 20 })).toBe(false);
  // A hand that rests still moves a little.
  dispatch("pointermove", { ...place, clientX: 302 });
  expect(isAtLastPress(place)).toBe(true);
  dispatch("pointermove", { ...place, clientX: 20 });
  dispatch("pointermove");
  expect(isAtLastPress(place)).toBe(false);
  dispatch("pointerdown");
  expect(isAtLastPress(place)).toBe(true);
});
