import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  getStorageLocation,
  includesExisting,
  readStorageSelection,
  storageSelections,
  writeStorageSelection,
} from "./storageSelection.ts";

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("[C4.05] the storage choice has four values, of which two also move the existing conversations", () => {
  const meanings = storageSelections.map((value) => [value, getStorageLocation(value), includesExisting(value)]);
  expect(meanings).toEqual([
    ["local-only", "local", true],
    ["cloud-only", "cloud", true],
    ["future-local", "local", false],
    ["future-cloud", "cloud", false],
  ]);
});

test("[C4.05] each person's choice is stored; without one, new conversations stay in this browser", () => {
  expect(readStorageSelection("u1")).toBe("future-local");
  for (const value of storageSelections) {
    writeStorageSelection("u1", value);
    expect(readStorageSelection("u1")).toBe(value);
    expect(stored.get("lectern.u1.storageSelection")).toBe(value);
  }
  expect(readStorageSelection("u2")).toBe("future-local");
  stored.set("lectern.u1.storageSelection", "elsewhere");
  expect(readStorageSelection("u1")).toBe("future-local");
});
