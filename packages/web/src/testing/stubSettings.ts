import { defaultUserSettings, getUserSettings, saveUserSettings, type UserSettings } from "@lectern/contract";
import { stubOp } from "./stubServer.ts";

/** Answers as a server that stores the person's settings. Returns a function that reads them; null: none were saved. */
export function stubSettings(saved: Partial<UserSettings> | null = null): () => UserSettings | null {
  let settings = saved && { ...defaultUserSettings, ...saved };
  stubOp(getUserSettings, () => ({ settings }));
  stubOp(saveUserSettings, (input) => {
    settings = { ...defaultUserSettings, ...input.settings } as UserSettings; // parsed
    return {};
  });
  return () => settings;
}
