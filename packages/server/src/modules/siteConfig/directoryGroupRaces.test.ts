import { type OpCallInput, updateSiteConfigs } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { interleave } from "../../testing/interleave.ts";
import { lockSection, storeSection } from "./repository.ts";
import { amplifyGroupsSection } from "./sections/amplifyGroupsSection.ts";
import { featureFlagsSection } from "./sections/featureFlagsSection.ts";

let server: TestApp;
let site: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ database: "postgres", environment: { ADMINS: "site@example.org" } });
  site = await server.signIn("site@example.org");
});
afterAll(() => server.close());

type Change = OpCallInput<typeof updateSiteConfigs>["configurations"][number];
const save = async (change: Change) =>
  (await site.proxy(updateSiteConfigs, { configurations: [change] })).result[change.type];
const group = { groupName: "Staff", members: [], includeFromOtherGroups: [] };
const flags = { createAstAdminGroups: { enabled: false, userExceptions: [], amplifyGroupExceptions: ["Staff"] } };
const model = { id: "any", name: "Any", provider: "OpenAI" as const, exclusiveGroupAvailability: ["Staff"] };

beforeEach(async () => {
  await save({ type: "featureFlags", data: {} });
  expect(await save({ type: "amplifyGroups", data: { Staff: group } })).toEqual({ success: true });
});

test.each<[string, Change]>([
  ["a feature", { type: "featureFlags", data: flags }],
  ["a model", { type: "supportedModels", data: { any: model } }],
])("%s is not given to a group of the directory that is deleted meanwhile", async (_name, change) => {
  const [, result] = await interleave(
    server.platform.db,
    (tx) => amplifyGroupsSection.lock?.(tx) ?? Promise.resolve(),
    () => save(change),
    (tx) => tx.deleteFrom("directory_groups").where("name", "=", "Staff").execute(),
  );
  const message = "There is no group “Staff” in the directory.";
  expect(result).toMatchObject({ status: "fulfilled", value: { success: false, message } });
});

test("a group of the directory is not deleted while a feature is given to it", async () => {
  const { db, clock } = server.platform;
  const [, result] = await interleave(
    db,
    (tx) => featureFlagsSection.lock?.(tx) ?? Promise.resolve(),
    () => save({ type: "amplifyGroups", data: {} }),
    async (tx) => {
      await lockSection(tx, "featureFlags", clock.now());
      await storeSection(tx, "featureFlags", { value: flags, savedBy: site.actor.principal.id, now: clock.now() });
    },
  );
  const message = "“Staff” is an exception of a feature. Please remove it there first.";
  expect(result).toMatchObject({ status: "fulfilled", value: { success: false, message } });
});
