import { defaultUserSettings, StorageSelection } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  getDefaultSelection,
  getStorageLocation,
  getStorageSelection,
  includesExisting,
  readChosenStorage,
  writeStorageSelection,
} from "./storageSelection.ts";

let storedValues: Map<string, string>;
beforeEach(() => {
  storedValues = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
  });
  vi.stubGlobal("fetch", async () => Response.error());
});
afterEach(() => vi.unstubAllGlobals());

test("[A4.04] [C4.05] the storage choice has four values, of which two include the existing conversations", () => {
  expect(StorageSelection.options.map((each) => [each, getStorageLocation(each), includesExisting(each)])).toEqual([
    ["local-only", "local", true],
    ["cloud-only", "cloud", true],
    ["future-local", "local", false],
    ["future-cloud", "cloud", false],
  ]);
  for (const each of StorageSelection.options) {
    expect(getStorageSelection(getStorageLocation(each), includesExisting(each))).toBe(each);
  }
});

test("[A4.04] [C4.05] each choice is stored for the person, in this browser and with the settings of their account", () => {
  expect(readChosenStorage("ann")).toBeNull();
  for (const selection of StorageSelection.options) {
    writeStorageSelection("ann", selection);
    expect(storedValues.get("lectern.ann.storageSelection")).toBe(selection);
    expect(JSON.parse(storedValues.get("lectern.ann.settings") ?? "")).toMatchObject({ storageSelection: selection });
    expect(readChosenStorage("ann")).toBe(selection);
    expect(readChosenStorage("bob")).toBeNull();
  }
});

test("the choice of the account applies in place of an older one in this browser, which applies without it", () => {
  storedValues.set("lectern.dan.storageSelection", "future-local");
  expect(readChosenStorage("dan")).toBe("future-local");
  const settings = { ...defaultUserSettings, storageSelection: "cloud-only" };
  storedValues.set("lectern.dan.settings", JSON.stringify(settings));
  expect(readChosenStorage("dan")).toBe("cloud-only");
});

test("before the person's choice, the institution's default applies; without one, this browser if all their chats are there, or else the cloud", () => {
  const here = { isLocal: true };
  const inCloud = { isLocal: false };
  for (const conversations of [[], [here], [inCloud], [here, inCloud]]) {
    expect(getDefaultSelection("local", conversations)).toBe("future-local");
    expect(getDefaultSelection("cloud", conversations)).toBe("future-cloud");
  }
  expect(getDefaultSelection(null, [])).toBe("future-cloud");
  expect(getDefaultSelection(null, [here])).toBe("future-local");
  expect(getDefaultSelection(null, [here, inCloud])).toBe("future-cloud");
  expect(getDefaultSelection(null, [inCloud, inCloud])).toBe("future-cloud");
});
