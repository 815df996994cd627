import { randomUUID } from "node:crypto";
import { createAssistant, deleteAssistant, listAssistantVersions } from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";

import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";

describe("limits of assistants", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let writer: TestPerson;

  beforeAll(async () => {
    const environment = { ASSISTANTS_PER_OWNER: "3", VERSIONS_PER_ASSISTANT: "2" };
    bed = await createAssistantTestbed({ environment });
    [ada, writer] = [await bed.signIn("ada"), await bed.signIn("writer")];
  });
  afterAll(() => bed.server.close());

  const createAtOnce = (person: TestPerson, input: object = {}) =>
    Promise.all(Array.from({ length: 6 }, () => person.proxy(createAssistant, { name: "Tutor", ...input })));

  test("a person and a group each have as many assistants as allowed, also if several are created at once", async () => {
    const statuses = (await createAtOnce(ada)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 413, 413, 413]);
    expect((await ada.proxy(createAssistant, { name: "Tutor" })).body).toMatchObject({
      message: "You have 3 assistants, as many as this server allows. Please delete one that is no longer used.",
    });
    const groupId = await bed.createTeam(ada, [[writer, "write"]]);
    const [first] = (await createAtOnce(writer, { groupId })).flatMap(({ status, result }) =>
      status === 200 ? [result.assistantId] : [],
    );
    expect((await ada.proxy(createAssistant, { name: "Tutor", groupId })).body).toMatchObject({
      message: expect.stringMatching(/^This group has 3 assistants, as many as this server allows\./),
    });
    const assistantId = first ?? "";
    expect(await bed.create(writer, { assistantId, name: "Changed" })).toBe(assistantId);
    expect((await writer.proxy(deleteAssistant, { assistantId })).status).toBe(200);
    expect(await bed.create(writer, { groupId })).toMatch(/^astgp\//);
    expect(await bed.create(writer)).toMatch(/^astp\//);
  });

  test("the newest versions are kept, and those that have answered somebody", async () => {
    const assistantId = await bed.create(writer, { name: "1" });
    const other = await bed.create(writer, { name: "Other" });
    await bed.create(writer, { assistantId: other, name: "Other 2" });
    await bed.create(writer, { assistantId, name: "2" });
    const answered = (await bed.read(writer, assistantId)).assistant.id;
    await bed.server.platform.db
      .insertInto("usage")
      .values({
        ...{ id: randomUUID(), user_id: ada.actor.principal.id, request_id: randomUUID(), model_id: "m" },
        ...{ purpose: "chat", opened_at: bed.server.platform.clock.now(), assistant_id: answered },
        ...{ is_estimate: false, input_tokens: 1, output_tokens: 1, cached_tokens: 0, cost: 1 },
      })
      .execute();
    for (const name of ["3", "4", "5"]) await bed.create(writer, { assistantId, name });
    const listVersions = async (id: string) =>
      (await writer.proxy(listAssistantVersions, { assistantId: id })).result.versions.map(({ version }) => version);
    expect(await listVersions(assistantId)).toEqual([5, 4, 2]);
    expect(await listVersions(other)).toEqual([2, 1]);
    expect((await bed.read(writer, assistantId, 2)).definition).toMatchObject({ id: answered, name: "2" });
  });
});
