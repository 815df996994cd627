import { expect, test } from "vitest";
import { firstGrapheme } from "./firstGrapheme.ts";

test("an emoji with its modifiers is one character", () => {
  expect(firstGrapheme("👩🏽‍🔬x")).toBe("👩🏽‍🔬");
  expect(firstGrapheme(" 🇩🇪🇫🇷")).toBe("🇩🇪");
  expect(firstGrapheme(" ")).toBe("");
});
