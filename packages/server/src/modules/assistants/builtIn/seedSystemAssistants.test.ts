import {
  createAssistant,
  createGroup,
  deleteAssistant,
  getAssistant,
  listAssistants,
  listGroups,
  shareAssistant,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";

import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";
import { seedSystemAssistants } from "./seedSystemAssistants.ts";
import { systemAssistants } from "./systemAssistants.ts";

const creatorId = systemAssistants[0]?.id ?? "";

describe("the assistants of the server", () => {
  let bed: AssistantTestbed;
  let person: TestPerson;
  let site: TestPerson;

  beforeAll(async () => {
    bed = await createAssistantTestbed({ environment: { ADMINS: "site@uni.edu" } });
    [person, site] = [await bed.signIn("person"), await bed.server.signIn("site@uni.edu")];
    // Several processes may start at once.
    await Promise.all([seedSystemAssistants(bed.server.platform), seedSystemAssistants(bed.server.platform)]);
  });
  beforeEach(() => overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true }));
  afterAll(() => bed.server.close());

  const list = async (caller: TestPerson) => (await caller.proxy(listAssistants, {})).result.assistants;

  test("[G1.03] [G9.01] are three, in the built-in group, which everybody can use", async () => {
    const group = { id: expect.stringMatching(/^AmplifyAssistants_/), name: "Amplify Assistants" };
    const names = ["API Document Helper", "API Key Manager", "Assistant Creator"];
    expect((await list(site)).map(({ name, group: owner }) => [name, owner])).toEqual(
      names.map((name) => [name, group]),
    );
    expect(await list(person)).toMatchObject(names.map((name) => ({ name, role: "use", isSystem: true, group })));
    const { groups } = (await person.proxy(listGroups, {})).result;
    expect(groups).toMatchObject([
      {
        ...group,
        isBuiltIn: true,
        isPublic: true,
        assistants: expect.arrayContaining([expect.objectContaining({ id: creatorId })]),
      },
    ]);
  });

  test("are in a group that has the name that the institution gives it", async () => {
    const { platform } = bed.server;
    const readName = async () => (await list(person))[0]?.group?.name;
    await seedSystemAssistants({ ...platform, config: { ...platform.config, builtInGroupName: "Campus assistants" } });
    expect(await readName()).toBe("Campus assistants");
    await seedSystemAssistants(platform);
    expect(await readName()).toBe("Amplify Assistants");
  });

  test("[G3.12] have the tags of the system", async () => {
    const tagsByName = Object.fromEntries((await list(site)).map(({ name, tags }) => [name, tags]));
    const shared = ["amplify:assistant", "amplify:system"];
    expect(tagsByName).toEqual({
      "Assistant Creator": ["amplify:assistant-builder", ...shared],
      "API Key Manager": ["amplify:api-key-manager", ...shared],
      "API Document Helper": ["amplify:api-doc-helper", ...shared],
    });
  });

  test("[G1.04] have long instructions that name the blocks of each", () => {
    const blocks = systemAssistants.map(({ content }) => [
      content.name,
      [...new Set([...content.instructions.matchAll(/^```(\w+)$/gm)].map(([, name]) => name))],
    ]);
    expect(Object.fromEntries(blocks)).toEqual({
      "Assistant Creator": ["assistant"],
      "API Document Helper": ["APIdoc", "auto"],
      "API Key Manager": ["APIkey", "auto"],
    });
    for (const { content } of systemAssistants) expect(content.instructions.length).toBeGreaterThan(1_000);
  });

  test("[G5.14] nobody creates a group with the name of the built-in group, in any case", async () => {
    for (const name of ["Amplify Assistants", " amplify ASSISTANTS "]) {
      const message = `The group name ${name.trim()} isn't available. Please choose a different group name.`;
      for (const caller of [person, site])
        expect(await caller.proxy(createGroup, { group_name: name })).toMatchObject({ status: 400, body: { message } });
    }
  });

  test("[G6.11] cannot be changed, deleted, shared or copied, even by those who administer their group, nor can others without write access", async () => {
    const restrictions = { noEdit: true, noCopy: true, noShare: true, noDelete: true };
    for (const caller of [person, site]) {
      expect((await bed.read(caller, creatorId)).assistant).toMatchObject(restrictions);
      const replies = [
        await caller.proxy(createAssistant, { assistantId: creatorId, name: "Mine" }),
        await caller.proxy(deleteAssistant, { assistantId: creatorId }),
      ];
      for (const reply of replies) {
        expect(reply).toMatchObject({
          status: 403,
          body: { message: "This assistant is built in and can’t be changed." },
        });
      }
    }
    expect((await person.proxy(getAssistant, { assistantId: creatorId })).result.definition).toBeNull();
    // Nor can those of others, without write access.
    const assistantId = await bed.create(site);
    const recipientUsers = [person.actor.email];
    for (const accessType of ["use", "read"] as const) {
      await site.proxy(shareAssistant, { assistantId, recipientUsers, accessType });
      expect((await bed.read(person, assistantId)).assistant).toMatchObject({ isSystem: false, ...restrictions });
    }
    // What is neither the system's nor for readers only has fewer restrictions.
    await site.proxy(shareAssistant, { assistantId, recipientUsers, accessType: "write" });
    const writable = { noEdit: false, noCopy: true, noDelete: false };
    expect((await bed.read(person, assistantId)).assistant).toMatchObject(writable);
    expect((await person.proxy(deleteAssistant, { assistantId })).status).toBe(200);
    expect((await bed.read(person, await bed.create(person))).assistant).toMatchObject({
      noEdit: false,
      noCopy: true,
      noShare: false,
      noDelete: false,
    });
  });

  test("get a new version when a release has changed them, and none at other starts", async () => {
    const versionOf = async () => (await bed.read(site, creatorId)).assistant.version;
    expect(await versionOf()).toBe(1);
    await seedSystemAssistants(bed.server.platform);
    expect(await versionOf()).toBe(1);
    const changed = systemAssistants.map(({ content, ...each }) => ({
      ...each,
      content: { ...content, instructions: `${content.instructions}\nNew.` },
    }));
    await seedSystemAssistants(bed.server.platform, changed);
    expect(await versionOf()).toBe(2);
    const { definition } = await bed.read(site, creatorId);
    expect(definition).toMatchObject({ instructions: expect.stringMatching(/New\.$/), savedBy: null });
    const hidden = changed.map((each) => ({ ...each, isPublished: false }));
    await seedSystemAssistants(bed.server.platform, hidden);
    expect(await list(person)).toHaveLength(1);
    await seedSystemAssistants(bed.server.platform);
    expect(await list(person)).toHaveLength(4);
  });
});
