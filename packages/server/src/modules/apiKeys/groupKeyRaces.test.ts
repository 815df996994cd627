import { listApiKeys, replaceGroupKey, updateSiteConfigs } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { interleave } from "../../testing/interleave.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { createGroup } from "../groups/service.ts";
import { parseWireId } from "./keyId.ts";

let server: TestApp;
let site: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ database: "postgres", environment: { ADMINS: "site@example.org" } });
  site = await server.signIn("site@example.org");
});
afterAll(() => server.close());

/** Creates a group with a key. */
async function createKeyOfGroup(name: string) {
  overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
  const { wireId: groupId } = await createGroup(server.platform, site.actor, { name, types: [], members: {} });
  const { result } = await site.proxy(replaceGroupKey, { groupId });
  return { groupId, keyId: parseWireId(result.id) ?? "" };
}
const lockKey = (tx: TestApp["platform"]["db"], id: string) =>
  tx.selectFrom("api_keys").where("id", "=", id).select("id").forUpdate().execute();

test("the next key of a group gets the limit that is being chosen for the last one", async () => {
  const { groupId, keyId } = await createKeyOfGroup("Physics");
  const [, result] = await interleave(
    server.platform.db,
    (tx) =>
      tx.updateTable("api_keys").set({ limit_period: "Daily", limit_rate: "1" }).where("id", "=", keyId).execute(),
    () => site.proxy(replaceGroupKey, { groupId }),
    () => Promise.resolve(),
  );
  expect(result).toMatchObject({ status: "fulfilled", value: { status: 200 } });
  const { keys } = (await site.proxy(listApiKeys, {})).result;
  const active = keys.filter((key) => key.active && key.group?.id === groupId);
  expect(active).toMatchObject([{ rateLimit: { period: "Daily", rate: "1" } }]);
});

test("limits of several groups and a change of their keys do not wait for each other", async () => {
  const created = [await createKeyOfGroup("Law"), await createKeyOfGroup("Music")];
  const [first, last] = created.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
  if (!first || !last) throw new Error("there are two keys");
  const keyRateLimit = { period: "Monthly", rate: "5" } as const;
  const data = Object.fromEntries([last, first].map(({ groupId }) => [groupId, { group_id: groupId, keyRateLimit }]));
  const [, result] = await interleave(
    server.platform.db,
    (tx) => lockKey(tx, first.keyId),
    () => site.proxy(updateSiteConfigs, { configurations: [{ type: "assistantAdminGroups", data }] }),
    (tx) => lockKey(tx, last.keyId),
  );
  const saved = { result: { assistantAdminGroups: { success: true } } };
  expect(result).toMatchObject({ status: "fulfilled", value: saved });
});
