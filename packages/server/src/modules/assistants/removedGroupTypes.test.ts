import { createAssistant, createGroup, getAssistant, updateGroupTypes } from "@lectern/contract";
import { expect, onTestFinished, test } from "vitest";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp } from "../../testing/createTestApp.ts";

test("what an assistant has for a group type comes back with the type's name", async () => {
  const server = await createTestApp();
  onTestFinished(() => server.close());
  await configureFlags(server.platform.db, { createAstAdminGroups: true, assistantAdminInterface: true });
  const ada = await server.signIn("ada@uni.edu");
  const group = (await ada.proxy(createGroup, { group_name: "Mosses", types: ["Staff", "Guests"] })).result;
  const groupTypeData = { Staff: { additionalInstructions: "Talk shop." } };
  const { assistantId } = (
    await ada.proxy(createAssistant, { name: "Tutor", groupId: group.id, data: { groupTypeData } })
  ).result;
  const listTypes = async () =>
    (await ada.proxy(getAssistant, { assistantId })).result.assistant.groupTypes.map(({ name }) => name);
  expect(await listTypes()).toEqual(["Staff", "Guests"]);
  for (const types of [["Guests"], ["Guests", "Staff"]])
    expect((await ada.proxy(updateGroupTypes, { group_id: group.id, types })).status).toBe(200);
  const { definition } = (await ada.proxy(getAssistant, { assistantId })).result;
  expect(definition?.data.groupTypeData.Staff?.additionalInstructions).toBe("Talk shop.");
});
