import { expect, test } from "vitest";
import { createLoadable } from "./loadable.ts";

test("the code is loaded once and is available from then on", async () => {
  let loadCount = 0;
  const code = createLoadable(async () => ++loadCount);
  expect(code.getLoaded()).toBeNull();
  expect(await Promise.all([code.load(), code.load()])).toEqual([1, 1]);
  expect(code.getLoaded()).toBe(1);
  expect(await code.load()).toBe(1);
});

test("after a failure, the next call loads the code again", async () => {
  let isDown = true;
  const code = createLoadable(async () => {
    if (isDown) throw new Error("no network");
    return "code";
  });
  await expect(code.load()).rejects.toThrow("no network");
  expect(code.getLoaded()).toBeNull();
  isDown = false;
  expect(await code.load()).toBe("code");
});
