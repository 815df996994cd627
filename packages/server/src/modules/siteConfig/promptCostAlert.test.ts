import { clientHeader, getSiteConfigs, type SessionResponse, updateSiteConfigs } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { sessionCookieName } from "../identity/service.ts";

let server: TestApp;
let site: TestPerson;
let ann: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "site@example.org" } });
  [site, ann] = [await server.signIn("site@example.org"), await server.signIn("ann@example.org")];
});
afterAll(() => server.close());

const loadAlert = async (cookie?: string) => {
  const headers = {
    [clientHeader.name]: clientHeader.value,
    ...(cookie ? { cookie: `${sessionCookieName}=${cookie}` } : {}),
  };
  const reply = await server.app.inject({ url: "/api/session", headers });
  return reply.json<SessionResponse>().config.promptCostAlert;
};

test("[A3.16] the alert that administrators save is a part of everybody's session while it is active", async () => {
  const { promtCostAlert } = (await site.proxy(getSiteConfigs, { lazy_load: "1" })).result;
  expect(promtCostAlert).toEqual({ isActive: false, alertMessage: expect.stringContaining("{totalCost}"), cost: 1 });
  expect(await loadAlert(ann.cookie)).toBeNull();
  const data = { isActive: true, alertMessage: "{totalCost} for {prompts}", cost: 0.05 };
  const save = (isActive: boolean) =>
    site.proxy(updateSiteConfigs, { configurations: [{ type: "promtCostAlert", data: { ...data, isActive } }] });
  expect((await save(true)).result).toEqual({ promtCostAlert: { success: true } });
  expect((await site.proxy(getSiteConfigs, {})).result.promtCostAlert).toEqual(data);
  expect(await loadAlert(ann.cookie)).toEqual({ message: "{totalCost} for {prompts}", cost: 0.05 });
  expect(await loadAlert()).toBeNull();
  await save(false);
  expect(await loadAlert(ann.cookie)).toBeNull();
});

test.each([{ cost: -0.01 }, { cost: 1e9 }, { alertMessage: "x".repeat(1_001) }])("%o is refused", async (wrong) => {
  const data = { isActive: true, alertMessage: "", cost: 1, ...wrong };
  const { status } = await site.proxy(updateSiteConfigs, { configurations: [{ type: "promtCostAlert", data }] });
  expect(status).toBe(400);
});
