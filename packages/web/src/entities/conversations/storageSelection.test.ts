import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  getStorageLocation,
  includesExisting,
  readStorageSelection,
  storageSelections,
  writeStorageSelection,
} from "./storageSelection.ts";

let storedValues: Map<string, string>;
beforeEach(() => {
  storedValues = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("[A4.04] [C4.05] the storage choice has four values, of which two include the existing conversations", () => {
  expect(storageSelections.map((each) => [each, getStorageLocation(each), includesExisting(each)])).toEqual([
    ["local-only", "local", true],
    ["cloud-only", "cloud", true],
    ["future-local", "local", false],
    ["future-cloud", "cloud", false],
  ]);
});

test("[A4.04] [C4.05] each choice is stored for the person; without one, new conversations are stored in this browser", () => {
  expect(readStorageSelection("ann", null)).toBe("future-local");
  for (const selection of storageSelections) {
    writeStorageSelection("ann", selection);
    expect([...storedValues.values()]).toEqual([selection]);
    expect(readStorageSelection("ann", null)).toBe(selection);
    expect(readStorageSelection("bob", null)).toBe("future-local");
  }
});

test("before the person's selection, the institution's default applies; without one, this browser", () => {
  expect(readStorageSelection("cy", null)).toBe("future-local");
  expect(readStorageSelection("cy", "local")).toBe("future-local");
  expect(readStorageSelection("cy", "cloud")).toBe("future-cloud");
  writeStorageSelection("cy", "future-local");
  expect(readStorageSelection("cy", "cloud")).toBe("future-local");
});
