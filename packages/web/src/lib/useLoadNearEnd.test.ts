import { expect, test } from "vitest";
import { isNearEnd } from "./useLoadNearEnd.ts";

test("[C9.01] [C2.51] the next page is loaded when less than 400 px of scroll remain", () => {
  const area = { scrollHeight: 2_000, clientHeight: 600 };
  expect(isNearEnd({ ...area, scrollTop: 1_000 })).toBe(false);
  expect(isNearEnd({ ...area, scrollTop: 1_001 })).toBe(true);
  expect(isNearEnd({ ...area, scrollTop: 0 })).toBe(false);
  expect(isNearEnd({ scrollHeight: 500, scrollTop: 0, clientHeight: 600 })).toBe(true);
});
