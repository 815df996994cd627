import { defaultUserSettings, getUserSettings, saveUserSettings, type UserSettings } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { decodeBase64, encodeBase64 } from "../../lib/base64.ts";
import { getDefaultTheme } from "./themes.ts";
import { changeUserSettings, onSettingsUnsaved, readUserSettings, syncUserSettings } from "./userSettings.ts";

const Request = z.object({ data: z.object({ path: z.string(), data: z.optional(z.string()) }) });

/** Those of somebody who has saved none. */
const firstSettings = { ...defaultUserSettings, usesSystemTheme: true };

let storedValues: Map<string, string>;
let serverSettings: UserSettings | null;
let isDown: boolean;
let saveCount: number;
let unsavedCount: number;
let unsubscribe: () => void;
let userCount = 0;
let user: string;

beforeEach(() => {
  storedValues = new Map();
  serverSettings = null;
  isDown = false;
  saveCount = 0;
  unsavedCount = 0;
  user = `u${userCount++}`;
  unsubscribe = onSettingsUnsaved(() => {
    unsavedCount += 1;
  });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
    removeItem: (key: string) => storedValues.delete(key),
  });
  vi.stubGlobal("document", { documentElement: { dataset: { defaultTheme: "device" } } });
  vi.stubGlobal("fetch", async (_url: unknown, init: RequestInit) => {
    if (isDown) throw new TypeError("Failed to fetch");
    const { path, data } = z.parse(Request, JSON.parse(String(init.body))).data;
    if (path === saveUserSettings.path && data) {
      serverSettings = z.parse(saveUserSettings.input, JSON.parse(decodeBase64(data))).settings;
      saveCount += 1;
    }
    const result = path === getUserSettings.path ? { settings: serverSettings } : {};
    return Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: result })) });
  });
});
afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
});

test("[A3.11] the theme is dark by default; feature options and hidden models are stored with it", async () => {
  expect(readUserSettings(user).theme).toBe("dark");
  await changeUserSettings(user, { theme: "light", hiddenModelIds: ["m1"] });
  const { featureOptions } = readUserSettings(user);
  await changeUserSettings(user, { featureOptions: { ...featureOptions, includeArtifacts: true } });
  const changedSettings = { theme: "light", hiddenModelIds: ["m1"], featureOptions: { includeArtifacts: true } };
  expect(readUserSettings(user)).toMatchObject(changedSettings);
  expect(JSON.parse(storedValues.get(`lectern.${user}.settings`) ?? "")).toMatchObject(changedSettings);
  expect(serverSettings).toMatchObject(changedSettings);
});

test("nobody has chosen a theme at first, so that of the device or of the institution is used, also after another setting was changed", async () => {
  expect(readUserSettings(user).usesSystemTheme).toBe(true);
  await changeUserSettings(user, { filesByDate: true });
  expect(readUserSettings(user).usesSystemTheme).toBe(true);
  expect(getDefaultTheme()).toBe("system");
  document.documentElement.dataset.defaultTheme = "light";
  expect(getDefaultTheme()).toBe("light");
});

test("[A7.66] [A8.24] a change that the server does not save stays in this browser, is reported, and is saved at the next start", async () => {
  isDown = true;
  const pendingChange = changeUserSettings(user, { theme: "light" });
  expect(readUserSettings(user).theme).toBe("light"); // The server has not replied yet.
  expect(await pendingChange).toBe(false);
  expect(unsavedCount).toBe(1);
  expect(readUserSettings(user).theme).toBe("light");
  isDown = false;
  serverSettings = { ...defaultUserSettings, theme: "dark", filesByDate: true };
  await syncUserSettings(user);
  expect(readUserSettings(user).theme).toBe("light");
  expect(serverSettings).toMatchObject({ theme: "light", filesByDate: false });
  await syncUserSettings(user);
  expect(saveCount).toBe(1);
});

test("settings saved on another device are loaded at the start", async () => {
  await changeUserSettings(user, { theme: "light" });
  serverSettings = { ...defaultUserSettings, filesByDate: true };
  await syncUserSettings(user);
  expect(readUserSettings(user)).toEqual({ ...defaultUserSettings, filesByDate: true });
  serverSettings = null;
  await syncUserSettings(user);
  expect(readUserSettings(user).filesByDate).toBe(true);
});

test("settings that cannot be loaded are only logged, and the defaults apply", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  isDown = true;
  await syncUserSettings(user);
  expect(readUserSettings(user)).toEqual(firstSettings);
  expect(warn).toHaveBeenCalledExactlyOnceWith("The settings could not be loaded.", expect.stringContaining("Network"));
  expect(unsavedCount).toBe(0);
});

test("a change made while the server's settings are loading is not overwritten by them", async () => {
  serverSettings = { ...defaultUserSettings };
  const pendingSync = syncUserSettings(user);
  const pendingChange = changeUserSettings(user, { theme: "light" });
  await Promise.all([pendingSync, pendingChange]);
  expect(readUserSettings(user).theme).toBe("light");
});

test("of several changes, the last one arrives last", async () => {
  const themes = ["light", "dark", "light"] as const;
  await Promise.all(themes.map((theme) => changeUserSettings(user, { theme })));
  expect(serverSettings?.theme).toBe("light");
  expect(storedValues.has(`lectern.${user}.settingsUnsaved`)).toBe(false);
});

test("damaged settings are replaced by the default", () => {
  for (const text of ["", "{", "[]", '{"theme":"pink"}']) {
    storedValues.set(`lectern.${user}.settings`, text);
    expect(readUserSettings(user)).toEqual(firstSettings);
  }
});
