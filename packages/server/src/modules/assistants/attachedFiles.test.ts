import {
  createAssistant,
  downloadFile,
  getFiles,
  readFileContent,
  readFileTable,
  shareAssistant,
  unshareAssistant,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";

import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { getReadScope } from "../files/getReadScope.ts";
import { type AssistantTestbed, createAssistantTestbed } from "./testing/createAssistantTestbed.ts";

describe("files that are attached to an assistant", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let reader: TestPerson;

  beforeAll(async () => {
    bed = await createAssistantTestbed({ documents: createScriptedReader() });
    [ada, reader] = [await bed.signIn("ada"), await bed.signIn("reader")];
  });
  afterAll(() => bed.server.close());

  const upload = (content: string) =>
    uploadTestFile(bed.server, ada, { name: `${content}.txt`, type: "text/plain", content });
  const share = (assistantId: string, accessType: "use" | "read") =>
    ada.proxy(shareAssistant, { assistantId, recipientUsers: [reader.actor.email], accessType });

  /** Asks each op that reads a file. Returns the statuses, and if the file is found. */
  const readThrough = async (person: TestPerson, key: string, assistantId?: string) => {
    const which = { key, ...(assistantId === undefined ? {} : { assistantId }) };
    const found = await person.proxy(getFiles, { keys: [key], ...(assistantId === undefined ? {} : { assistantId }) });
    const statuses = [
      (await person.proxy(readFileContent, which)).status,
      (await person.proxy(readFileTable, which)).status,
      (await person.proxy(downloadFile, which)).status,
    ];
    return [found.status === 200 && found.result.items.length === 1, ...statuses];
  };
  const readable = [true, 200, 200, 200];
  const denied = [false, 404, 404, 404];

  test("whoever may read an assistant opens its files through it, and through nothing else", async () => {
    const [file, typeFile, other] = [await upload("heat"), await upload("light"), await upload("private")];
    const assistantId = await bed.create(ada, { dataSources: [{ id: file.id }] });
    const another = await bed.create(ada, { dataSources: [{ id: other.id }] });
    expect(await readThrough(reader, file.id, assistantId)).toEqual(denied);
    await share(assistantId, "use");
    expect(await readThrough(reader, file.id, assistantId)).toEqual(denied);
    await share(assistantId, "read");
    expect(await readThrough(reader, file.id, assistantId)).toEqual(readable);
    const content = await reader.proxy(readFileContent, { key: file.id, assistantId });
    expect(JSON.stringify(content.result.items)).toContain("heat");
    // Not with the person's own right, not through another assistant, and no other file of the owner.
    expect(await readThrough(reader, file.id)).toEqual(denied);
    expect(await readThrough(reader, file.id, another)).toEqual(denied);
    expect(await readThrough(reader, file.id, "astp/unknown")).toEqual(denied);
    expect(await readThrough(reader, other.id, assistantId)).toEqual(denied);
    expect(await readThrough(reader, other.id, another)).toEqual(denied);
    // The right to read it is not one to attach it.
    const theft = await reader.proxy(createAssistant, { name: "Theft", dataSources: [{ id: file.id }] });
    expect(theft.status).toBe(404);
    // A group's file, attached for one of its types.
    const groupId = await bed.createTeam(ada, [[reader, "write"]]);
    const groupTypeData = { Staff: { dataSources: [{ id: typeFile.id }] } };
    const ofGroup = await bed.create(ada, { groupId, data: { groupTypeData } });
    const [key = ""] = (await bed.read(reader, ofGroup)).definition?.fileKeys ?? [];
    expect(await readThrough(reader, key, ofGroup)).toEqual(readable);
    expect(await readThrough(reader, typeFile.id, ofGroup)).toEqual(denied);
  });

  test("each opening is authorized: after the right is withdrawn, or the file removed, nothing opens, not even a signed address", async () => {
    const file = await upload("rivers");
    const dataSources = [{ id: file.id }];
    const assistantId = await bed.create(ada, { dataSources });
    await share(assistantId, "read");
    const { downloadUrl } = (await reader.proxy(downloadFile, { key: file.id, assistantId })).result;
    const openUrl = async () => {
      const { statusCode, body } = await bed.server.app.inject({ url: downloadUrl });
      return [statusCode, statusCode === 200 ? body : null];
    };
    expect(await openUrl()).toEqual([200, "rivers"]);
    await bed.create(ada, { assistantId, dataSources: [] });
    expect(await readThrough(reader, file.id, assistantId)).toEqual(denied);
    expect(await openUrl()).toEqual([404, null]);
    await bed.create(ada, { assistantId, dataSources });
    expect(await openUrl()).toEqual([200, "rivers"]);
    await ada.proxy(unshareAssistant, { assistantId, recipientUsers: [reader.actor.email] });
    expect(await readThrough(reader, file.id, assistantId)).toEqual(denied);
    expect(await openUrl()).toEqual([404, null]);
  });

  test("how the owner sorts a file stays with the owner, and an API key needs the access type for assistants", async () => {
    const file = await upload("tagged");
    const assistantId = await bed.create(ada, { dataSources: [{ id: file.id }] });
    const { db } = bed.server.platform;
    await db
      .updateTable("files")
      .set({ tags: JSON.stringify(["exam"]) })
      .where("id", "=", file.id)
      .execute();
    await share(assistantId, "read");
    const { items } = (await reader.proxy(getFiles, { keys: [file.id], assistantId })).result;
    expect(items).toMatchObject([{ id: file.id, tags: [], canRetry: false }]);
    const withScopes = (scopes: ("file_upload" | "assistants")[]) => ({
      ...reader.actor,
      credential: { kind: "key", id: "k", scopes: new Set(scopes) } as const,
    });
    expect(() => getReadScope(withScopes(["file_upload"]), assistantId)).toThrow(/needs the access type/);
    expect(() => getReadScope(withScopes(["file_upload", "assistants"]), assistantId)).not.toThrow();
  });
});
