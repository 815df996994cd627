import { getAssistant, listBuiltInAssistants, updateBuiltInGroup, updateGroupAssistants } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { seedSystemAssistants } from "./seedSystemAssistants.ts";

describe("copies of the assistants of the server", () => {
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "site@uni.edu", FEATURES: "assistantAdminInterface" } });
    [site, ann] = [await server.signIn("site@uni.edu"), await server.signIn("ann@uni.edu")];
  });
  afterAll(() => server.close());

  const list = async () => (await site.proxy(listBuiltInAssistants, {})).result;
  const add = (assistants: string[], person = site) => person.proxy(updateBuiltInGroup, { assistants });
  const creatorId = async () => (await list()).assistants[0]?.assistantId ?? "";
  const listCopies = () =>
    server.platform.db.selectFrom("assistants").where("is_system", "=", false).selectAll().execute();

  test("[A7.33] the group is created once, with the chosen ones, also if several administrators do it at once", async () => {
    expect(await list()).toMatchObject({
      group: null,
      assistants: [
        { name: "Assistant Creator", hasCopy: false },
        { name: "API Document Helper", hasCopy: false },
        { name: "API Key Manager", hasCopy: false },
      ],
    });
    const id = await creatorId();
    const replies = await Promise.all([add([id]), add([id])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listCopies()).toMatchObject([{ name: "Assistant Creator (Copy)", is_published: false }]);
    expect(await server.platform.db.selectFrom("groups").selectAll().execute()).toMatchObject([
      { name: "Amplify Assistants", is_built_in: true },
    ]);
    const { group, assistants } = await list();
    expect(group).toMatchObject({ name: "Amplify Assistants" });
    expect(assistants.map(({ hasCopy }) => hasCopy)).toEqual([true, false, false]);
    // The start of the server adds the originals to the same group.
    await seedSystemAssistants(server.platform);
    expect((await list()).group).toEqual(group);
  });

  test("[A7.34] more copies are added later, and what editors have changed of a copy stays", async () => {
    const [creator, helper] = (await list()).assistants.map(({ assistantId }) => assistantId);
    const [copy] = await listCopies();
    const group_id = (await list()).group?.id ?? "";
    await site.proxy(updateGroupAssistants, {
      group_id,
      update_type: "UPDATE",
      assistants: [{ assistantId: copy?.id ?? "", name: copy?.name ?? "", instructions: "Ours." }],
    });
    const { result } = await add([creator ?? "", helper ?? ""]);
    expect(result.assistantData).toMatchObject([{ assistantId: copy?.id, version: 2 }, { version: 1 }]);
    expect((await listCopies()).map(({ name }) => name).sort()).toEqual([
      "API Document Helper (Copy)",
      "Assistant Creator (Copy)",
    ]);
    const { definition } = (await site.proxy(getAssistant, { assistantId: copy?.id ?? "" })).result;
    expect(definition).toMatchObject({ instructions: "Ours." });
    // System tags would make it one of the server's own.
    const second = await site.proxy(getAssistant, { assistantId: result.assistantData[1]?.assistantId ?? "" });
    expect(JSON.stringify(second.result)).not.toContain("amplify:system");
  });

  test("only administrators add them, and only of the server’s own assistants", async () => {
    const [copy] = await listCopies();
    expect((await add([copy?.id ?? ""])).status).toBe(404);
    expect((await add([await creatorId()], ann)).status).toBe(403);
    expect((await ann.proxy(listBuiltInAssistants, {})).status).toBe(403);
    expect((await add(Array.from({ length: 101 }, () => copy?.id ?? ""))).status).toBe(400);
  });
});
