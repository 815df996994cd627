import { expect, test } from "vitest";
import { deriveId, normalizeId } from "./normalizeId.ts";

test("a derived id never changes, so that a later import of the same file finds what exists", () => {
  expect(deriveId("chat 1")).toBe("imported-dc40b7b5eced7031a81f9859");
  expect(normalizeId("Größe 😀", () => "")).toBe("imported-8b8862c4efc499ea77918811");
  expect(normalizeId(undefined, () => "chat 1")).toBe(deriveId("chat 1"));
});

test("a valid id stays", () => {
  expect(normalizeId("abc-1", () => "chat 1")).toBe("abc-1");
  expect(normalizeId(7, () => "chat 1")).toBe("7");
});
