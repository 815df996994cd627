import { describe, expect, test } from "vitest";
import { maxTokensAt, resolveMaxTokens, sliderPositionOf } from "./responseLength.ts";

describe("the length of answers", () => {
  test("[C9.05] is the slider's share of the model's output limit, or of 4096 if that is unknown", () => {
    expect(maxTokensAt(6, 1_200)).toBe(1_200);
    expect(maxTokensAt(1.5, 1_200)).toBe(300);
    expect(maxTokensAt(3, undefined)).toBe(2_048);
    expect(sliderPositionOf(null, 1_200)).toBe(3);
  });

  test("is at least one token and at most the model's limit", () => {
    expect(maxTokensAt(0, 1_200)).toBe(1);
    expect(resolveMaxTokens(5_000, 1_200)).toBe(1_200);
  });

  test("[C9.05] is half the model's output limit unless set", () => {
    expect(resolveMaxTokens(null, 1_000)).toBe(500);
    expect(resolveMaxTokens(null, undefined)).toBe(2_048);
  });

  test("converts back to every position of the slider", () => {
    for (let tenths = 1; tenths <= 60; tenths += 1) {
      expect(sliderPositionOf(maxTokensAt(tenths / 10, 4_096), 4_096)).toBe(tenths / 10);
    }
  });
});
