import { randomUUID } from "node:crypto";
import {
  createAssistant,
  deleteAssistant,
  limits,
  listAssistantVersions,
  systemAssistantTags,
  updateGroupPermissions,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";

import { setGroupTypes } from "../../groups/service.ts";
import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";

const notFound = { status: 404, body: { message: "This assistant doesn’t exist, or you don’t have access to it." } };

describe("saving assistants", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let writer: TestPerson;
  let reader: TestPerson;
  let stranger: TestPerson;
  let teamId: string;

  beforeAll(async () => {
    bed = await createAssistantTestbed();
    [ada, writer, reader, stranger] = [
      await bed.signIn("ada"),
      await bed.signIn("writer"),
      await bed.signIn("reader"),
      await bed.signIn("stranger"),
    ];
    teamId = await bed.createTeam(ada, [
      [writer, "write"],
      [reader, "read"],
    ]);
  });
  afterAll(() => bed.server.close());

  const setAccess = async (level: "read" | "write") => {
    const input = { group_id: teamId, affected_members: { [writer.actor.email]: level } };
    expect((await ada.proxy(updateGroupPermissions, input)).status).toBe(200);
  };

  test("[G7.04] an assistant with its disclaimer gets an id of its version and one of its own", async () => {
    const { status, result } = await ada.proxy(createAssistant, { name: " Tutor ", disclaimer: "Tutors err." });
    expect(status).toBe(200);
    expect(result).toEqual({
      id: expect.stringMatching(/^ast\/[0-9a-f-]{36}$/),
      assistantId: expect.stringMatching(/^astp\/[0-9a-f-]{36}$/),
      version: 1,
    });
    const { assistant, definition } = await bed.read(ada, result.assistantId);
    expect(assistant).toMatchObject({ ...result, name: "Tutor", role: "admin", group: null, isPublished: true });
    expect(definition).toMatchObject({ disclaimer: "Tutors err.", latestVersion: 1, uri: null });
    expect(definition?.savedBy).toEqual({ name: ada.actor.name, email: ada.actor.email });
  });

  test("[C9.22] [G9.03] the message options are off, and data source options those of a plain chat, unless they are set", async () => {
    const { definition } = await bed.read(ada, await bed.create(ada));
    expect(definition?.data.messageOptions).toEqual({
      includeMessageIds: false,
      includeUserLineNumbers: false,
      includeAssistantLineNumbers: false,
    });
    expect(definition?.data.dataSourceOptions).toMatchObject({
      insertAttachedDocuments: true,
      disableDataSources: false,
    });
  });

  test("each save is a version, which people who may edit can read, and others not", async () => {
    const assistantId = await bed.create(ada, { groupId: teamId, instructions: "First", isPublished: true });
    await bed.create(writer, { assistantId, name: "Tutor 2", instructions: "Second" });
    const { result } = await ada.proxy(listAssistantVersions, { assistantId });
    expect(result.versions.map(({ version, name, savedBy }) => [version, name, savedBy?.email])).toEqual([
      [2, "Tutor 2", writer.actor.email],
      [1, "Tutor", ada.actor.email],
    ]);
    expect(result.nextBefore).toBeNull();
    expect((await bed.read(writer, assistantId)).definition).toMatchObject({ version: 2, instructions: "Second" });
    expect((await bed.read(writer, assistantId, 1)).definition).toMatchObject({
      version: 1,
      latestVersion: 2,
      name: "Tutor",
      instructions: "First",
    });
    expect((await bed.read(reader, assistantId)).definition).toBeNull();
    await expect(bed.read(reader, assistantId, 1)).rejects.toThrow("but not view its earlier versions");
    await expect(bed.read(ada, assistantId, 3)).rejects.toThrow("This version of the assistant doesn’t exist.");
    expect(await reader.proxy(listAssistantVersions, { assistantId })).toMatchObject({ status: 403 });
    expect(await stranger.proxy(listAssistantVersions, { assistantId })).toMatchObject(notFound);
  });

  test("whoever saves on top of somebody else's version is told who saved it, and nothing is stored", async () => {
    const assistantId = await bed.create(ada, { groupId: teamId });
    const save = (person: TestPerson, baseVersion: number, name: string) =>
      person.proxy(createAssistant, { assistantId, baseVersion, name });
    expect((await save(writer, 1, "The writer's")).status).toBe(200);
    const { status, body } = await save(ada, 1, "Ada's");
    expect(status).toBe(409);
    expect(body.message).toBe(
      `${writer.actor.name} has saved version 2 of this assistant since you opened version 1. Please look at the newer version before you save yours.`,
    );
    expect((await bed.read(ada, assistantId)).assistant).toMatchObject({ version: 2, name: "The writer's" });
    expect((await save(ada, 2, "Ada's")).status).toBe(200);
    const atOnce = await Promise.all([save(ada, 3, "One"), save(writer, 3, "Two")]);
    expect(atOnce.map(({ status: each }) => each).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await bed.read(ada, assistantId)).assistant.version).toBe(4);
  });

  test("a save that is repeated because its response was lost counts as saved, and what differs is a conflict", async () => {
    const ownId = await bed.create(ada);
    const groupsId = await bed.create(ada, { groupId: teamId });
    for (const assistantId of [ownId, groupsId]) {
      const save = (person: TestPerson, instructions: string, isPublished?: boolean) =>
        person.proxy(createAssistant, {
          ...{ assistantId, baseVersion: 1, name: "Tutor", instructions },
          ...(isPublished === undefined ? {} : { isPublished }),
        });
      const { result } = await save(ada, "Second");
      expect(result).toMatchObject({ assistantId, version: 2 });
      expect(await save(ada, "Second")).toMatchObject({ status: 200, result });
      expect(await save(ada, "Third")).toMatchObject({ status: 409 });
      if (assistantId === groupsId) {
        expect(await save(writer, "Second")).toMatchObject({ status: 200, result });
        expect(await save(ada, "Second", true)).toMatchObject({ status: 409 });
      }
      expect((await bed.read(ada, assistantId)).definition).toMatchObject({ version: 2, instructions: "Second" });
    }
    // Who has edited the newest version saves another one, also without a change.
    const again = { assistantId: ownId, baseVersion: 2, name: "Tutor", instructions: "Second" };
    expect((await ada.proxy(createAssistant, again)).result.version).toBe(3);
  });

  test("an assistant is created once from a draft, also at once, and what was changed in the draft becomes a version", async () => {
    for (const groupId of [undefined, teamId]) {
      const draftId = randomUUID();
      const create = (instructions: string) =>
        ada.proxy(createAssistant, { name: "Tutor", instructions, draftId, ...(groupId ? { groupId } : {}) });
      const atOnce = await Promise.all([create("First"), create("First")]);
      expect(atOnce.map(({ status }) => status)).toEqual([200, 200]);
      const [one, two] = atOnce.map(({ result }) => result);
      expect(one).toEqual(two);
      expect(one).toMatchObject({ version: 1 });
      expect((await create("Second")).result).toMatchObject({ assistantId: one?.assistantId, version: 2 });
      expect((await create("Second")).result).toMatchObject({ assistantId: one?.assistantId, version: 2 });
      // The draft knew nothing of the second version.
      expect((await create("Third")).status).toBe(409);
      const assistantId = one?.assistantId ?? "";
      expect((await ada.proxy(deleteAssistant, { assistantId })).status).toBe(200);
      const { result } = await create("First");
      expect(result).toMatchObject({ version: 1 });
      expect(result.assistantId).not.toBe(assistantId);
    }
  });

  test("the draft of somebody else, or of another owner, is an id like any other", async () => {
    const draftId = randomUUID();
    const create = async (person: TestPerson, groupId?: string) => {
      const { status, result } = await person.proxy(createAssistant, {
        ...{ name: person.actor.name, instructions: "Secret", draftId },
        ...(groupId === undefined ? {} : { groupId }),
      });
      return { status, assistantId: result?.assistantId, version: result?.version };
    };
    const created = [
      await create(ada),
      await create(ada, teamId),
      await create(writer),
      await create(writer, teamId),
      await create(stranger),
    ];
    expect(created.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(created.map(({ assistantId }) => assistantId)).size).toBe(5);
    expect((await create(reader, teamId)).status).toBe(403);
    expect((await create(stranger, teamId)).status).toBe(404);
    await setAccess("read");
    // Who has lost the right does not learn that the assistant exists.
    expect((await create(writer, teamId)).status).toBe(403);
    await setAccess("write");
    const malformed = { name: "Tutor", draftId: "astp/1" };
    expect((await ada.proxy(createAssistant, malformed)).status).toBe(400);
  });

  test("a group's assistant has ids of its own, is unpublished at first, and stays as it was if nothing is said", async () => {
    const { result } = await writer.proxy(createAssistant, { name: "Tutor", groupId: teamId });
    expect(result.id).toMatch(/^astg\//);
    expect(result.assistantId).toMatch(/^astgp\//);
    const { assistantId } = result;
    const isPublished = async () => (await bed.read(ada, assistantId)).assistant.isPublished;
    expect(await isPublished()).toBe(false);
    await expect(bed.read(reader, assistantId)).rejects.toThrow("This assistant doesn’t exist");
    await bed.create(writer, { assistantId, isPublished: true });
    expect((await bed.read(reader, assistantId)).assistant).toMatchObject({ role: "use", isPublished: true });
    await bed.create(ada, { assistantId, name: "Renamed", groupId: teamId });
    expect(await isPublished()).toBe(true);
    await bed.create(ada, { assistantId, isPublished: false });
    expect(await isPublished()).toBe(false);
    const ownId = await bed.create(ada, { isPublished: false });
    expect((await bed.read(ada, ownId)).assistant.isPublished).toBe(true);
  });

  test("only those who can write in the group add to it and edit there, and nothing moves between owners", async () => {
    const add = (person: TestPerson) => person.proxy(createAssistant, { name: "Tutor", groupId: teamId });
    const message = "You need edit access to change the assistants of this group.";
    expect(await add(reader)).toMatchObject({ status: 403, body: { message } });
    expect(await add(stranger)).toMatchObject({ status: 404 });
    const assistantId = await bed.create(ada, { groupId: teamId, isPublished: true });
    const save = (person: TestPerson, groupId?: string) =>
      person.proxy(createAssistant, { assistantId, name: "Mine", ...(groupId === undefined ? {} : { groupId }) });
    expect(await save(reader)).toMatchObject({
      status: 403,
      body: { message: "You can use this assistant, but not change it." },
    });
    expect(await save(stranger)).toMatchObject(notFound);
    const otherId = await bed.createTeam(ada);
    expect(await save(ada, otherId)).toMatchObject({ status: 400 });
    const own = { assistantId: await bed.create(ada), name: "Mine", groupId: teamId };
    expect(await ada.proxy(createAssistant, own)).toMatchObject({ status: 400 });
  });

  test("tags are trimmed, and those of the system are removed", async () => {
    const tags = [" exam ", "", "exam", systemAssistantTags.system, "AMPLIFY:assistant "];
    const { assistant, definition } = await bed.read(
      ada,
      await bed.create(ada, { tags, data: { conversationTags: ["amplify:x", " exam"] } }),
    );
    expect(assistant).toMatchObject({ tags: ["exam"], conversationTags: ["exam"], isSystem: false });
    expect(definition?.data.conversationTags).toEqual(["exam"]);
  });

  test("data of types that the group does not have is dropped, all types of the group are offered if the assistant defines any, and a person's assistant has none", async () => {
    const groupTypeData = {
      Staff: { additionalInstructions: "For staff" },
      Student: { isDisabled: true, disabledMessage: "Not for students." },
      Alumni: { additionalInstructions: "For alumni" },
    };
    const data = { groupTypeData, groupUserTypeQuestion: "Who are you?" };
    const assistantId = await bed.create(writer, { groupId: teamId, isPublished: true, data });
    const { assistant, definition } = await bed.read(writer, assistantId);
    expect(Object.keys(definition?.data.groupTypeData ?? {})).toEqual(["Staff", "Student"]);
    expect(assistant).toMatchObject({
      groupUserTypeQuestion: "Who are you?",
      groupTypes: [
        { name: "Staff", isDisabled: false, disabledMessage: "", isCustomized: true },
        { name: "Student", isDisabled: true, disabledMessage: "Not for students.", isCustomized: true },
      ],
    });
    await setGroupTypes(bed.server.platform, ada.actor, { groupId: teamId, types: ["Student"] });
    expect((await bed.read(reader, assistantId)).assistant.groupTypes.map(({ name }) => name)).toEqual(["Student"]);
    await setGroupTypes(bed.server.platform, ada.actor, { groupId: teamId, types: ["Staff", "Guest"] });
    expect((await bed.read(reader, assistantId)).assistant.groupTypes).toEqual([
      { name: "Staff", isDisabled: false, disabledMessage: "", isCustomized: null },
      { name: "Guest", isDisabled: false, disabledMessage: "", isCustomized: null },
    ]);
    // Only people who see how it is made learn for which types there is something.
    expect((await bed.read(writer, assistantId)).assistant.groupTypes).toMatchObject([
      { name: "Staff", isCustomized: true },
      { name: "Guest", isCustomized: false },
    ]);
    await setGroupTypes(bed.server.platform, ada.actor, { groupId: teamId, types: ["Guest"] });
    expect((await bed.read(reader, assistantId)).assistant.groupTypes).toEqual([]);
    await setGroupTypes(bed.server.platform, ada.actor, { groupId: teamId, types: ["Staff", "Student"] });
    const own = await bed.read(ada, await bed.create(ada, { data }));
    expect(own.definition?.data).toMatchObject({ groupTypeData: {}, groupUserTypeQuestion: "" });
    expect(own.assistant.groupTypes).toEqual([]);
  });

  test("[G5.02] a URI, when given, must contain '://'; only the address of a web page is stored, for everybody who may use the assistant", async () => {
    const save = (uri: string | null) => ada.proxy(createAssistant, { name: "Tutor", uri });
    for (const uri of ["example.org", "javascript:alert(1)", "https:/x"]) {
      expect(await save(uri)).toMatchObject({
        status: 400,
        body: { issues: [{ path: "uri", message: "Invalid URI, please update and try again." }] },
      });
    }
    for (const uri of ["javascript://%0aalert(1)", "file:///etc/passwd", "https://"]) {
      const issues = [{ path: "uri", message: "must begin with https:// or http://" }];
      expect(await save(uri)).toMatchObject({ status: 400, body: { issues } });
    }
    for (const uri of [null, "", "  "])
      expect((await bed.read(ada, (await save(uri)).result.assistantId)).definition?.uri).toBeNull();
    const uri = "https://tutors.example.org/heat?a=1";
    const assistantId = await bed.create(ada, { groupId: teamId, isPublished: true, uri: ` ${uri} ` });
    expect((await bed.read(reader, assistantId)).assistant.uri).toBe(uri);
  });

  test("refuses sources that are not files, a model that the author cannot use, and what is too long", async () => {
    const refuse = async (input: object, status: number, message: RegExp) => {
      const reply = await ada.proxy(createAssistant, { name: "Tutor", ...input });
      expect(reply.status, JSON.stringify(reply.body)).toBe(status);
      expect(JSON.stringify(reply.body)).toMatch(message);
    };
    await refuse({ name: " " }, 400, /name/);
    for (const id of ["tag://exam?ragOnly=true", "obj://inline", "ftp://x"]) {
      await refuse({ dataSources: [{ id }] }, 400, /Only files can be attached to an assistant/);
      await refuse(
        { groupId: teamId, data: { groupTypeData: { Staff: { dataSources: [{ id }] } } } },
        400,
        /Only files/,
      );
    }
    await refuse({ data: { model: "no-such-model" } }, 403, /This model isn’t available to you/);
    const long = "x".repeat(limits.assistantInstructionsLength);
    await refuse({ instructions: `${long}x` }, 400, /instructions/);
    const types = Array.from({ length: 6 }, (_, number) => `Type ${number}`);
    await setGroupTypes(bed.server.platform, ada.actor, { groupId: teamId, types: ["Staff", "Student", ...types] });
    const groupTypeData = Object.fromEntries(types.map((type) => [type, { additionalInstructions: long }]));
    await refuse({ groupId: teamId, data: { groupTypeData } }, 413, /too long/);
    expect((await ada.proxy(createAssistant, { name: "Lone \ud800", data: { icon: "\udc00" } })).status).toBe(200);
  });

  test("the audit log has ids and settings, and no content", async () => {
    const secret = "periwinkle";
    const content = { name: secret, instructions: secret, description: secret, disclaimer: secret };
    const assistantId = await bed.create(ada, { groupId: teamId, ...content });
    await bed.create(writer, { assistantId, ...content, isPublished: true });
    const rows = await bed.server.platform.db.selectFrom("audit").selectAll().orderBy("id").execute();
    const own = rows.filter(({ object_ids }) => object_ids.includes(assistantId));
    expect(own).toMatchObject([
      { verb: "create", actor_id: ada.actor.principal.id, after: { version: 1, isPublished: false } },
      {
        verb: "save",
        actor_id: writer.actor.principal.id,
        before: { version: 1, isPublished: false },
        after: { version: 2, isPublished: true },
      },
    ]);
    expect(JSON.stringify(own)).not.toContain(secret);
  });
});
