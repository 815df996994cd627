import { createGroup, getFirstSteps, hideFirstSteps, updateSiteConfigs } from "@lectern/contract";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/createTestApp.ts";

let server: TestApp;
afterEach(() => server.close());

const start = async (environment: Record<string, string> = {}) => {
  server = await createTestApp({ environment: { ADMINS: "site@example.org", ...environment } });
  return server.signIn("site@example.org");
};

test("the first steps are ticked by what is there, not by a click", async () => {
  const site = await start();
  const { db, clock } = server.platform;
  const read = async () => (await site.proxy(getFirstSteps, {})).result;
  await db.updateTable("models").set({ is_available: false }).where("origin", "!=", "guide").execute();
  const nothing = { model: false, signIn: false, limits: false, storage: false, group: false };
  expect(await read()).toMatchObject({
    isHidden: false,
    done: { ...nothing, signIn: server.platform.config.oidc !== null },
  });
  // It stops every paid model, which is no limit that anybody wants.
  await site.proxy(updateSiteConfigs, { configurations: [{ type: "rateLimit", data: { period: "Daily", rate: 0 } }] });
  expect((await read()).done.limits).toBe(false);
  await site.proxy(updateSiteConfigs, { configurations: [{ type: "rateLimit", data: { period: "Daily", rate: 5 } }] });
  expect((await read()).done).toMatchObject({ limits: true, group: false });
  await site.proxy(updateSiteConfigs, {
    configurations: [{ type: "rateLimit", data: { period: "Unlimited", rate: null } }],
  });
  expect((await read()).done.limits).toBe(false);
  await site.proxy(createGroup, { group_name: "Physics" });
  expect((await read()).done.group).toBe(true);
  await db.updateTable("groups").set({ deleted_at: clock.now() }).execute();
  await db.updateTable("models").set({ is_available: true }).where("origin", "!=", "guide").execute();
  const models = await db.selectFrom("models").select("id").where("origin", "!=", "guide").execute();
  expect((await read()).done).toMatchObject({ group: false, model: models.length > 0 });
});

test("what the server's environment sets counts", async () => {
  const site = await start({ LIMIT_DAILY: "3", DEFAULT_CONVERSATION_STORAGE: "cloud" });
  expect((await site.proxy(getFirstSteps, {})).result.done).toMatchObject({ limits: true, storage: true });
});

test("an administrator hides them for all administrators, once, which is audited", async () => {
  const site = await start();
  for (let count = 0; count < 2; count++) expect((await site.proxy(hideFirstSteps, {})).status).toBe(200);
  expect((await site.proxy(getFirstSteps, {})).result.isHidden).toBe(true);
  const audit = await server.platform.db.selectFrom("audit").select("verb").where("verb", "=", "configure").execute();
  expect(audit).toHaveLength(1);
  const ann = await server.signIn("ann@example.org");
  expect((await ann.proxy(getFirstSteps, {})).status).toBe(403);
  expect((await ann.proxy(hideFirstSteps, {})).status).toBe(403);
});
