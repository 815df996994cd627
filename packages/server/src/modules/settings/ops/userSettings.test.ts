import { defaultUserSettings, getUserSettings, limits, saveUserSettings } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/createTestApp.ts";

describe("a person's settings", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  test("[A7.08 A7.09 A3.11] are saved, returned on every device, and separate for each person", async () => {
    const person = await server.signIn("person@example.org");
    const otherPerson = await server.signIn("other@example.org");
    expect((await person.proxy(getUserSettings, {})).result).toEqual({ settings: null });
    const saveResponse = await person.proxy(saveUserSettings, { settings: { hiddenModelIds: ["m"] } });
    expect(saveResponse).toMatchObject({ status: 200, body: { success: true } });
    const settings = { ...defaultUserSettings, theme: "dark", hiddenModelIds: ["m"] };
    const response = await server.app.inject({
      method: "GET",
      url: "/state/settings/get",
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(response.json()).toEqual({ success: true, data: { settings } });
    expect((await otherPerson.rest(getUserSettings, {})).result).toEqual({ settings: null });
    const otherResponse = await server.app.inject({
      method: "POST",
      url: "/state/settings/save",
      headers: { authorization: `Bearer ${otherPerson.token}` },
      payload: { data: { settings: { theme: "light", featureOptions: { includeMemory: true } } } },
    });
    expect(otherResponse.json()).toMatchObject({ success: true });
    expect((await person.proxy(getUserSettings, {})).result).toEqual({ settings });
    expect((await otherPerson.proxy(getUserSettings, {})).result.settings).toMatchObject({
      theme: "light",
      featureOptions: { includeArtifacts: false, includeFocusedMessages: true, includeMemory: true },
    });
  });

  test("[A7.09] are replaced as a whole by each save", async () => {
    const person = await server.signIn("again@example.org");
    await person.proxy(saveUserSettings, { settings: { theme: "light", hiddenModelIds: ["m"], filesByDate: true } });
    await person.proxy(saveUserSettings, { settings: {} });
    expect((await person.proxy(getUserSettings, {})).result.settings).toEqual(defaultUserSettings);
  });

  test("[A3.11] are rejected if invalid, and count as never saved if another version's cannot be parsed", async () => {
    const person = await server.signIn("odd@example.org");
    const hiddenModelIds = Array.from({ length: limits.hiddenModels + 1 }, (_, index) => `m${index}`);
    for (const [settings, path] of [
      [{ theme: "pink" }, "settings.theme"],
      [{ hiddenModelIds }, "settings.hiddenModelIds"],
      [{ storageSelection: "elsewhere" }, "settings.storageSelection"],
    ] as const) {
      const rejection = await person.proxy(saveUserSettings, { settings: { ...settings } as object });
      expect(rejection).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    }
    await server.platform.db
      .insertInto("user_settings")
      .values({ user_id: person.actor.principal.id, settings: '{"theme":"pink"}', updated_at: new Date() })
      .execute();
    expect((await person.proxy(getUserSettings, {})).result).toEqual({ settings: null });
  });
});
