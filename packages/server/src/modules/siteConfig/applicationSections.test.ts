import { getSiteConfigs, type OpCallInput, updateSiteConfigs } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { getApplicationSecret, getApplicationVariable } from "../applicationVariables/service.ts";

type Changes = OpCallInput<typeof updateSiteConfigs>["configurations"];

describe("application variables and secrets", () => {
  const marker = "quokka-7731";
  const logLines: string[] = [];
  const replies: unknown[] = [];
  let server: TestApp;
  let site: TestPerson;
  beforeAll(async () => {
    const log = createLog("trace", { write: (line) => logLines.push(line) });
    server = await createTestApp({ environment: { ADMINS: "site@example.org" }, log });
    site = await server.signIn("site@example.org");
  });
  afterAll(() => server.close());

  const save = async (configurations: Changes) => {
    const { status, body, result } = await site.proxy(updateSiteConfigs, { configurations });
    replies.push(body);
    return { status, result };
  };
  const saveSecrets = async (data: Extract<Changes[number], { type: "applicationSecrets" }>["data"]) =>
    (await save([{ type: "applicationSecrets", data }])).result;
  const read = async () => {
    const { body, result } = await site.proxy(getSiteConfigs, { lazy_load: "0" });
    replies.push(body);
    return result;
  };
  const readRows = () =>
    Promise.all(
      ["audit", "settings", "secrets"].map((table) =>
        sql`select * from ${sql.table(table)}`.execute(server.platform.db),
      ),
    );
  const getSecret = (name: string) => getApplicationSecret(server.platform, name);

  test("variables are saved by name, and those that are left out are removed", async () => {
    await save([{ type: "applicationVariables", data: { API_URL: "https://example.org", toString: "x", empty: "" } }]);
    expect((await read()).applicationVariables).toEqual({
      API_URL: "https://example.org",
      toString: "x",
      empty: "",
    });
    expect(await getApplicationVariable(server.platform, "API_URL")).toBe("https://example.org");
    expect(await getApplicationVariable(server.platform, "empty")).toBe("");
    await save([{ type: "applicationVariables", data: { empty: "" } }]);
    expect(await getApplicationVariable(server.platform, "API_URL")).toBeNull();
    expect(await getApplicationVariable(server.platform, "toString")).toBeNull();
    expect(await getApplicationVariable(server.platform, "hasOwnProperty")).toBeNull();
  });

  test("a secret is written, kept, replaced and removed, and is in no reply, log or row", async () => {
    expect(await saveSecrets({ TOKEN: { value: `${marker}-1` }, OTHER: { value: `${marker}-2` } })).toEqual({
      applicationSecrets: { success: true },
    });
    const { applicationSecrets, states } = await read();
    expect(applicationSecrets).toEqual({
      OTHER: { setAt: expect.any(String) },
      TOKEN: { setAt: expect.any(String) },
    });
    expect(await getSecret("TOKEN")).toBe(`${marker}-1`);
    const rows = [await readRows()];
    // What is read can be saved again.
    await saveSecrets({ ...applicationSecrets, OTHER: { value: `${marker}-3` } });
    expect(await getSecret("TOKEN")).toBe(`${marker}-1`);
    expect(await getSecret("OTHER")).toBe(`${marker}-3`);
    expect((await read()).applicationSecrets?.TOKEN).toEqual(applicationSecrets?.TOKEN);
    await saveSecrets({ OTHER: {} });
    expect(await getSecret("TOKEN")).toBeNull();
    expect(await saveSecrets({ OTHER: {}, NEW: {} })).toEqual({
      applicationSecrets: { success: false, message: "The secret “NEW” needs a value." },
    });
    // A conflict returns the section as it is.
    const revision = states.applicationSecrets?.revision ?? 0;
    const { result } = await save([
      { type: "applicationSecrets", revision, data: { OTHER: { value: `${marker}-4` } } },
    ]);
    expect(result.applicationSecrets?.current?.applicationSecrets).toEqual({ OTHER: { setAt: expect.any(String) } });
    const { status } = await save([{ type: "applicationSecrets", data: { LONG: { value: marker.repeat(1_000) } } }]);
    expect(status).toBe(400);
    expect(await getSecret("OTHER")).toBe(`${marker}-3`);
    await read();

    rows.push(await readRows());
    expect(JSON.stringify(rows)).toContain("applicationSecret/OTHER");
    expect(JSON.stringify([rows, replies, logLines])).not.toContain("quokka");
    expect(replies.length).toBeGreaterThan(8);
    expect(logLines.length).toBeGreaterThan(8);
  });

  test("the names of the values that were changed are in the audit log", async () => {
    await save([{ type: "applicationVariables", data: { REGION: "eu-west" } }]);
    const entry = await server.platform.db
      .selectFrom("audit")
      .selectAll()
      .where("verb", "=", "configure")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ object_ids: ["applicationVariables"], after: ["REGION"] });
    expect(JSON.stringify(entry)).not.toContain("eu-west");
  });

  test.each(["", "1A", "A-B", "A B", "_A", "__proto__", "Ä", "A".repeat(65), "../A"])(
    "the name “%s” is refused",
    async (name) => {
      const data = Object.fromEntries([[name, "x"]]);
      expect((await save([{ type: "applicationVariables", data }])).status).toBe(400);
    },
  );

  test("a secret that can no longer be decrypted says so without its content", async () => {
    await saveSecrets({ BROKEN: { value: "x" } });
    await server.platform.db.updateTable("secrets").set({ sealed: "v1.x" }).execute();
    await expect(getSecret("BROKEN")).rejects.toThrow(/can no longer be read/);
  });

  test("nobody but administrators reads or saves them", async () => {
    const ann = await server.signIn("ann@example.org");
    expect((await ann.proxy(getSiteConfigs, { lazy_load: "0" })).status).toBe(403);
    const configurations: Changes = [{ type: "applicationSecrets", data: { MINE: { value: "x" } } }];
    expect((await ann.proxy(updateSiteConfigs, { configurations })).status).toBe(403);
    expect((await ann.rest(updateSiteConfigs, { configurations })).status).toBe(403);
    expect(await getSecret("MINE")).toBeNull();
  });
});
