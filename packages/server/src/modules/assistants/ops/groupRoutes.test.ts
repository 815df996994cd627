import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";

let server: TestApp;
let ada: TestPerson;
let site: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "site@uni.edu", FEATURES: "assistantAdminInterface" } });
  [ada, site] = [await server.signIn("ada@uni.edu"), await server.signIn("site@uni.edu")];
});
beforeEach(() => overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true }));
afterAll(() => server.close());

/** Sends a request as a program writes it, with literal paths and names, and returns the JSON of the answer. */
async function send(method: "GET" | "POST" | "DELETE", url: string, data?: object, person = ada) {
  const headers = { authorization: `Bearer ${person.token}` };
  const reply = await server.app.inject({ method, url, headers, ...(data ? { payload: { data } } : {}) });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

test("[G7.18] [G7.19] [G7.20] [G7.21] [G7.23] [G7.24] groups are created, changed, listed and deleted at the paths and with the names of the specification", async () => {
  const members = { "bob@uni.edu": "write", "eve@uni.edu": "read" };
  const created = await send("POST", "/groups/create", { group_name: "Physics", members, types: ["Staff"] });
  expect(created).toMatchObject({ success: true, data: { name: "Physics" } });
  const group_id: string = created.data.id;
  const readGroup = async () => {
    const { data } = await send("GET", "/groups/list");
    return data.groups.find(({ id }: { id: string }) => id === group_id);
  };
  const own = { "ada@uni.edu": "admin" };
  expect(await readGroup()).toMatchObject({ name: "Physics", groupTypes: ["Staff"], members: { ...own, ...members } });
  await send("POST", "/groups/types/update", { group_id, types: ["Student"] });
  expect(await readGroup()).toMatchObject({ groupTypes: ["Student"] });
  await send("POST", "/groups/members/update", { group_id, update_type: "add", members: ["carl@uni.edu"] });
  await send("POST", "/groups/members/update", { group_id, update_type: "remove", members: ["eve@uni.edu"] });
  expect((await readGroup()).members).toEqual({ ...own, "bob@uni.edu": "write", "carl@uni.edu": "read" });
  const affected_members = { "bob@uni.edu": "read", "carl@uni.edu": "admin" };
  await send("POST", "/groups/members/update_permissions", { group_id, affected_members });
  expect((await readGroup()).members).toEqual({ ...own, ...affected_members });
  await send("DELETE", `/groups/delete?group_id=${encodeURIComponent(group_id)}`);
  expect(await readGroup()).toBeUndefined();
});

test("[G7.04] [G7.05] [G7.06] [G7.22] assistants are created, listed and deleted, and changed in groups, at the paths and with the names of the specification", async () => {
  const created = await send("POST", "/assistant/create", { name: "Tutor", disclaimer: "Tutors err." });
  expect(created).toMatchObject({ success: true, data: { id: expect.any(String), assistantId: expect.any(String) } });
  const { assistantId } = created.data;
  const listNames = async () =>
    (await send("GET", "/assistant/list")).data.assistants.map(({ name }: { name: string }) => name);
  expect(await listNames()).toContain("Tutor");
  await send("POST", "/assistant/delete", { assistantId });
  expect(await listNames()).not.toContain("Tutor");

  const { data } = await send("POST", "/groups/create", { group_name: "Chemistry" });
  const update = (update_type: string, assistants: unknown[]) =>
    send("POST", "/groups/assistants/update", { group_id: data.id, update_type, assistants });
  const added = await update("add", [{ name: "Acids" }]);
  expect(added).toEqual({
    success: true,
    assistantData: [{ id: expect.any(String), assistantId: expect.any(String), version: 1 }],
  });
  const [saved] = added.assistantData;
  expect(await update("update", [{ assistantId: saved.assistantId, name: "Bases" }])).toMatchObject({
    success: true,
    assistantData: [{ assistantId: saved.assistantId, version: 2 }],
  });
  expect(await listNames()).toContain("Bases");
  expect(await update("remove", [saved.assistantId])).toEqual({ success: true, assistantData: [] });
  expect(await listNames()).not.toContain("Bases");
});

test("[G7.26] [A7.55] the group of the server gets assistants and members at the path of the specification", async () => {
  const members = { "ada@uni.edu": "write" };
  const assistants = [{ name: "House rules", isPublished: true }];
  expect(await send("POST", "/groups/assistants/amplify", { assistants, members }, site)).toMatchObject({
    success: true,
    assistantData: [{ version: 1 }],
  });
  const { data } = await send("GET", "/groups/list");
  const expected = { isBuiltIn: true, level: "write", assistants: [expect.objectContaining({ name: "House rules" })] };
  expect(data.groups).toContainEqual(expect.objectContaining(expected));
});
