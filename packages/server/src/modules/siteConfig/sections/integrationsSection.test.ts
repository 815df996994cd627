import { type ConfigData, getSiteConfigs, updateSiteConfigs } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { findRegistration } from "../../integrations/registrations.ts";

describe("the registrations at providers of integrations", () => {
  const marker = "quokka-7731";
  const output: unknown[] = [];
  let server: TestApp;
  let site: TestPerson;
  beforeAll(async () => {
    const log = createLog("trace", { write: (line) => output.push(line) });
    server = await createTestApp({ environment: { ADMINS: "site@example.org" }, log });
    site = await server.signIn("site@example.org");
  });
  afterAll(() => server.close());

  const save = async (google: ConfigData<"integrations">["google"] | null) => {
    const data = google ? { google } : {};
    const { body, result } = await site.proxy(updateSiteConfigs, { configurations: [{ type: "integrations", data }] });
    output.push(body);
    return result.integrations;
  };
  const read = async () => {
    const { body, result } = await site.proxy(getSiteConfigs, { lazy_load: "0" });
    output.push(body);
    return result.integrations;
  };
  const find = () => findRegistration(server.platform, "google_docs");
  const withoutSecret = { clientSecret: { setAt: null } };
  const withSecret = (value: string) => ({ clientSecret: { setAt: null, value } });
  const isSet = { clientSecret: { setAt: expect.any(String) } };
  const refusal = (message: string) => ({ success: false, message });

  test("have a secret, which is sealed, kept, replaced and removed, and never read again", async () => {
    expect(await read()).toEqual({});
    expect(await find()).toBeNull();
    const first = { clientId: " client-1 ", enabled: ["google_docs" as const] };
    expect(await save({ ...first, ...withoutSecret })).toEqual(refusal("Enter the client secret of Google."));
    expect(await save({ ...first, ...withSecret("  ") })).toEqual(refusal("Enter the client secret of Google."));
    expect(await save({ ...first, ...withSecret(`${marker}-1\n`) })).toEqual({ success: true });
    expect(await read()).toEqual({ google: { clientId: "client-1", enabled: ["google_docs"], ...isSet } });
    expect(await find()).toEqual({ clientId: "client-1", clientSecret: `${marker}-1` });

    const more = { clientId: "client-1", enabled: ["google_docs" as const, "google_drive" as const] };
    expect(await save({ ...more, ...withoutSecret })).toEqual({ success: true });
    expect(await save(null)).toEqual({ success: true });
    expect(await read()).toEqual({ google: { ...more, ...isSet } });
    expect(await find()).toMatchObject({ clientSecret: `${marker}-1` });

    const other = { ...more, clientId: "client-2" };
    expect(await save({ ...other, ...withoutSecret })).toEqual(
      refusal("The client ID of Google is another one, so enter the client secret that belongs to it, too."),
    );
    expect(await save({ ...other, ...withSecret(`${marker}-2`) })).toEqual({ success: true });
    expect(await find()).toEqual({ clientId: "client-2", clientSecret: `${marker}-2` });

    const stored = await Promise.all(
      ["audit", "settings", "secrets"].map((table) =>
        sql`select * from ${sql.table(table)}`.execute(server.platform.db),
      ),
    );
    expect(JSON.stringify(stored)).toContain("integrationSecret/google");
    expect(JSON.stringify([stored, output])).not.toContain("quokka");
    expect(output.length).toBeGreaterThan(10);
  });

  test("are removed with their secret when the client ID is", async () => {
    await save({ clientId: "client-3", enabled: ["google_docs"], ...withSecret("x") });
    expect(await save({ clientId: "", enabled: ["google_docs"], ...withoutSecret })).toEqual(
      refusal("Enter the client ID of Google, or switch its integrations off."),
    );
    expect(await save({ clientId: "", enabled: [], ...withoutSecret })).toEqual({ success: true });
    expect(await read()).toEqual({});
    expect(await save({ clientId: "client-3", enabled: ["google_docs"], ...withoutSecret })).toMatchObject({
      success: false,
    });
  });

  test("are of no use with the secret of another client ID, which only a change in the database can cause", async () => {
    await save({ clientId: "client-4", enabled: ["google_docs"], ...withSecret("x") });
    const value = JSON.stringify({ google: { clientId: "client-5", enabled: ["google_docs"] } });
    await server.platform.db.updateTable("settings").set({ value }).where("name", "=", "integrations").execute();
    await expect(find()).rejects.toThrow(/An administrator must enter its client secret again/);
  });

  test("are nobody’s but administrators’", async () => {
    const ann = await server.signIn("ann@example.org");
    const configurations = [{ type: "integrations" as const, data: {} }];
    expect((await ann.proxy(updateSiteConfigs, { configurations })).status).toBe(403);
    expect((await ann.proxy(getSiteConfigs, { lazy_load: "0" })).status).toBe(403);
  });
});
