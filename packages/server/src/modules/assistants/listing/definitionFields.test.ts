import {
  type AssistantContentInput,
  assistantTexts,
  connectModelEndpoint,
  createAssistant,
  shareAssistant,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { type ModelServer, startModelServer } from "../../../testing/modelServer/startModelServer.ts";

import { uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../../files/documents/testing/scriptedReader.ts";
import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";

const operation = {
  id: "findRoom",
  name: "Find a room",
  description: "Finds a free room.",
  params: [{ name: "time", description: "When" }],
  type: "http",
  requestType: "POST" as const,
  url: "https://rooms.example.org/find",
  body: '{"at":"${time}"}',
  shouldConfirm: true,
  confirmationMessage: "Ask for a room?",
};
/** Whatever an author can write, except documents and what only groups have. */
const content = {
  name: "Tutor",
  description: "Explains heat",
  instructions: "Be patient.",
  disclaimer: "Check what matters.",
  uri: "https://tutors.example.org/heat",
  provider: "amplify",
  tools: ["search"],
  tags: ["physics"],
} satisfies AssistantContentInput;
const data = {
  conversationTags: ["course"],
  messageOptions: { includeMessageIds: true, includeUserLineNumbers: false, includeAssistantLineNumbers: true },
  featureOptions: { IncludeApiInstr: true, IncludeMemory: false },
  apiOptions: { IncludeApiInstr: true },
  opsLanguageVersion: "v4",
  operations: [operation],
} satisfies AssistantContentInput["data"];

describe("the definition of an assistant", () => {
  let bed: AssistantTestbed;
  let models: ModelServer;
  let ada: TestPerson;
  let writer: TestPerson;
  let teamId: string;

  beforeAll(async () => {
    models = await startModelServer({ models: ["scripted-large"] });
    const environment = { ADMINS: "site@uni.edu" };
    bed = await createAssistantTestbed({ environment, documents: createScriptedReader() });
    const site = await bed.server.signIn("site@uni.edu");
    await site.proxy(connectModelEndpoint, { url: models.url, modelIds: ["scripted-large"] });
    [ada, writer] = [await bed.signIn("ada"), await bed.signIn("writer")];
    teamId = await bed.createTeam(ada, [[writer, "write"]]);
  });
  afterAll(async () => {
    await bed.server.close();
    await models.close();
  });

  const readDefinition = async (person: TestPerson, assistantId: string) => {
    const { definition } = await bed.read(person, assistantId);
    if (!definition) throw new Error("the person may not read the assistant");
    return definition;
  };

  test("[G1.01] people who are signed in create one with a name, and whatever else they want", async () => {
    expect((await ada.proxy(createAssistant, { name: " " })).status).toBe(400);
    const anonymous = await bed.server.app.inject({
      method: "POST",
      url: "/assistant/create",
      payload: { data: content },
    });
    expect(anonymous.statusCode).toBe(401);
    const plain = await readDefinition(ada, await bed.create(ada, { name: "Plain" }));
    expect(plain).toMatchObject({
      name: "Plain",
      instructions: "",
      disclaimer: "",
      dataSources: [],
      tools: [],
      tags: [],
    });
    const file = await uploadTestFile(bed.server, ada, { name: "heat.txt", type: "text/plain", content: "Heat." });
    const full = { ...content, data: { ...data, apiCapabilities: ["findRoom"] } };
    const assistantId = await bed.create(ada, { ...full, dataSources: [{ id: `s3://${file.id}` }] });
    expect(await readDefinition(ada, assistantId)).toMatchObject({ ...full, fileKeys: [file.id] });
  });

  test("[G3.01] has everything that was saved, and what the server adds", async () => {
    const file = await uploadTestFile(bed.server, ada, {
      name: "heat.txt",
      type: "text/plain",
      content: "Heat flows.",
    });
    const dataSources = [{ id: `s3://${file.id}`, name: "heat.txt", type: "text/plain" }];
    const { result } = await ada.proxy(createAssistant, { ...content, dataSources, data });
    const { dataSourceOptions, ...definitionData } = (await readDefinition(ada, result.assistantId)).data;
    expect(await readDefinition(ada, result.assistantId)).toMatchObject({
      ...content,
      ...result,
      dataSources,
      fileKeys: [file.id],
    });
    expect(definitionData).toEqual({
      ...data,
      featureOptions: { ...data.featureOptions, IncludeArtifactsInstr: true },
      apiCapabilities: [],
      model: null,
      groupUserTypeQuestion: "",
      icon: "",
      starters: [],
      supportConvAnalysis: false,
      analysisCategories: [],
      tags: ["physics"],
      access: { read: true, write: true },
      groupId: null,
      groupTypeData: {},
    });
    expect(Object.keys(dataSourceOptions)).toHaveLength(8);
    const openai = await bed.create(ada, { provider: "openai" });
    expect((await readDefinition(ada, openai)).provider).toBe("openai");
    expect((await ada.proxy(createAssistant, { name: "Tutor", provider: "other" as "openai" })).status).toBe(400);
  });

  test("[G3.02] of a group's assistant has what only groups have", async () => {
    const groupData = {
      model: "scripted-large",
      supportConvAnalysis: true,
      analysisCategories: ["Exams", "Rooms"],
      groupUserTypeQuestion: "Who are you?",
      apiCapabilities: ["findRoom"],
    };
    const typeData = { additionalInstructions: "Slowly", dataSources: [], isDisabled: false, disabledMessage: "" };
    const assistantId = await bed.create(writer, {
      groupId: teamId,
      isPublished: true,
      data: { ...groupData, groupTypeData: { Student: typeData } },
    });
    expect(await readDefinition(writer, assistantId)).toMatchObject({
      isPublished: true,
      noEdit: false,
      data: {
        ...groupData,
        groupId: teamId,
        assistant: { definition: { assistantId } },
        groupTypeData: { Student: typeData },
      },
    });
    const draftId = await bed.create(writer, { groupId: teamId });
    expect(await readDefinition(writer, draftId)).toMatchObject({ isPublished: false });
  });

  test("[G3.03] has for a group type the instructions, the documents with the progress of each, and whether and why chatting is disabled", async () => {
    const file = await uploadTestFile(bed.server, writer, { name: "heat.txt", type: "text/plain", content: "Cold." });
    const source = { id: `s3://${file.id}`, name: "heat.txt", type: "text/plain" };
    const typeData = {
      additionalInstructions: "Slowly",
      dataSources: [source],
      isDisabled: true,
      disabledMessage: "Ask the staff.",
    };
    const assistantId = await bed.create(writer, { groupId: teamId, data: { groupTypeData: { Student: typeData } } });
    const readStudent = async () => (await readDefinition(writer, assistantId)).data.groupTypeData.Student;
    const sourceOfGroup = { ...source, id: (await readStudent())?.dataSources[0]?.id ?? "" };
    expect(await readStudent()).toEqual({
      ...typeData,
      dataSources: [sourceOfGroup],
      documentState: { [sourceOfGroup.id]: 100 },
    });
    const { db } = bed.server.platform;
    await db.deleteFrom("files").where("id", "=", sourceOfGroup.id.replace("s3://", "")).execute();
    expect((await readStudent())?.documentState).toEqual({ [sourceOfGroup.id]: 0 });
  });

  test("[C6.07] gives read and write access to its creator, whatever the creator sends, and to others what they may do", async () => {
    const givenData: object = { access: { read: false, write: false } };
    const assistantId = await bed.create(ada, { data: givenData });
    expect((await readDefinition(ada, assistantId)).data.access).toEqual({ read: true, write: true });
    const give = (accessType: "read" | "write") =>
      ada.proxy(shareAssistant, { assistantId, recipientUsers: [writer.actor.email], accessType });
    await give("read");
    expect((await readDefinition(writer, assistantId)).data.access).toEqual({ read: true, write: false });
    await give("write");
    expect((await readDefinition(writer, assistantId)).data.access).toEqual({ read: true, write: true });
  });

  test("[G9.05] everybody may chat by default, after the default question for the group type", async () => {
    const assistantId = await bed.create(writer, { groupId: teamId, data: { groupTypeData: { Student: {} } } });
    const { assistant, definition } = await bed.read(writer, assistantId);
    expect(definition?.data.groupTypeData.Student).toMatchObject({ isDisabled: false, disabledMessage: "" });
    expect(assistant.groupTypes.map(({ isDisabled }) => isDisabled)).toEqual([false, false]);
    expect(assistantTexts.defaultGroupUserTypeQuestion).toBe(
      "Please select the group you best identify with to start chatting.",
    );
  });

  test("[A9.13] a new one has the provider Amplify and version 1", async () => {
    const assistantId = await bed.create(ada);
    expect((await bed.read(ada, assistantId)).assistant).toMatchObject({ provider: "amplify", version: 1 });
    expect(await readDefinition(ada, assistantId)).toMatchObject({ provider: "amplify", version: 1 });
  });

  test("[G9.04b] a new one does not include instructions for APIs", async () => {
    const { featureOptions } = (await readDefinition(ada, await bed.create(ada))).data;
    expect(featureOptions).toEqual({ IncludeApiInstr: false, IncludeArtifactsInstr: true });
  });
});
