import {
  type AssistantContentInput,
  createAssistant,
  getAssistant,
  keptSecret,
  shareAssistant,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { openSecrets } from "../../operations/service.ts";
import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";
import { listStoredRequests } from "./repository.ts";

const completeText = "Please fill out all required API fields (Request Type, URL, and Description) before saving.";

const createApi = (changes: object = {}) => ({
  ...{ id: "a1", name: "weather", description: "Tells the weather.", type: "http" },
  ...{ requestType: "GET" as const, url: "https://api.example.org/v1", params: [] },
  headers: { "X-Api-Key": "periwinkle-header" },
  auth: { type: "bearer" as const, token: "periwinkle-token" },
  ...changes,
});
const withApis = (...operations: object[]) =>
  ({ data: { featureOptions: { IncludeApiInstr: true }, operations } }) as Partial<AssistantContentInput>;
const masked = { headers: { "X-Api-Key": keptSecret }, auth: { type: "bearer" as const, token: keptSecret } };

describe("the custom APIs of an assistant", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let editor: TestPerson;

  beforeAll(async () => {
    bed = await createAssistantTestbed();
    [ada, editor] = [await bed.signIn("ada"), await bed.signIn("editor")];
  });
  afterAll(() => bed.server.close());

  const save = (person: TestPerson, assistantId: string, content: Partial<AssistantContentInput>) =>
    person.proxy(createAssistant, { name: "Tutor", assistantId, ...content });

  /** Returns what a run of the newest version would send. */
  async function readOpened(assistantId: string) {
    const { rows } = await sql<{ operations: ReturnType<typeof createApi>[] }>`
      select content -> 'data' -> 'operations' as operations from assistant_versions
      where assistant_id = ${assistantId} order by version desc limit 1`.execute(bed.server.platform.db);
    const [operation] = rows[0]?.operations ?? [];
    return operation && openSecrets(bed.server.platform.secrets, operation as never);
  }

  test("[G3.06] are stored with sealed secrets, which nobody gets back, not even the author", async () => {
    const assistantId = await bed.create(ada, withApis(createApi()));
    await ada.proxy(shareAssistant, { assistantId, recipientUsers: [editor.actor.email], accessType: "write" });
    for (const person of [ada, editor]) {
      const { body, result } = await person.proxy(getAssistant, { assistantId });
      expect(result.definition?.data.operations).toMatchObject([
        {
          requestType: "GET",
          url: "https://api.example.org/v1",
          params: [],
          description: "Tells the weather.",
          ...masked,
        },
      ]);
      expect(JSON.stringify(body)).not.toContain("periwinkle");
    }
    const rows = await sql`select content::text from assistant_versions`.execute(bed.server.platform.db);
    const audit = await sql`select * from audit`.execute(bed.server.platform.db);
    expect(JSON.stringify([rows, audit])).not.toContain("periwinkle");
    expect(await readOpened(assistantId)).toMatchObject({
      headers: { "X-Api-Key": "periwinkle-header" },
      auth: { token: "periwinkle-token" },
    });
  });

  test("keep their secrets when somebody else edits them, and an earlier version that is restored has them again", async () => {
    const assistantId = await bed.create(ada, withApis(createApi()));
    await ada.proxy(shareAssistant, { assistantId, recipientUsers: [editor.actor.email], accessType: "write" });
    const edited = createApi({ ...masked, url: "https://api.example.org/v2" });
    expect((await save(editor, assistantId, withApis(edited))).status).toBe(200);
    expect(await readOpened(assistantId)).toMatchObject({
      url: expect.stringContaining("v2"),
      auth: { token: "periwinkle-token" },
    });
    expect((await save(editor, assistantId, withApis())).status).toBe(200);
    expect((await save(editor, assistantId, withApis(createApi(masked)))).status).toBe(200);
    expect(await readOpened(assistantId)).toMatchObject({ auth: { token: "periwinkle-token" } });
  });

  test("are read once for all versions with the same secrets, without their long texts", async () => {
    const assistantId = await bed.create(ada, withApis(createApi({ body: "{}" }), createApi({ id: "a2" })));
    for (const description of ["Second.", "Third."])
      await save(ada, assistantId, withApis(createApi({ ...masked, description })));
    const stored = await listStoredRequests(bed.server.platform.db, assistantId, ["a1"]);
    expect(stored.map((each) => new Set(Object.keys(each)))).toEqual([new Set(["id", "url", "headers", "auth"])]);
  });

  test("send no kept secret to another server, or from a copy", async () => {
    const assistantId = await bed.create(ada, withApis(createApi()));
    await ada.proxy(shareAssistant, { assistantId, recipientUsers: [editor.actor.email], accessType: "write" });
    const moved = createApi({ ...masked, url: "https://evil.example.com/v1" });
    const message = expect.stringMatching(/^Please enter the secrets of “weather” again:/);
    expect(await save(editor, assistantId, withApis(moved))).toMatchObject({ status: 400, body: { message } });
    expect(await editor.proxy(createAssistant, { name: "Copy", ...withApis(createApi(masked)) })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  test("that were saved by a request whose response was lost are not saved twice", async () => {
    const assistantId = await bed.create(ada, withApis(createApi()));
    const again = { baseVersion: 1, ...withApis(createApi({ description: "Tells more." })) };
    const first = await save(ada, assistantId, again as never);
    expect(await save(ada, assistantId, again as never)).toMatchObject({ status: 200, result: first.result });
  });

  test("are named to whoever may use the assistant, by host only, and do not make its list longer", async () => {
    const post = { id: "a2", url: "https://API.example.org/v1?key=periwinkle", requestType: "POST" };
    const long = createApi({ auth: { type: "bearer", token: "t".repeat(4_000) } });
    const assistantId = await bed.create(
      ada,
      withApis(long, createApi(post), createApi({ id: "a3", url: "https://b.org" })),
    );
    await ada.proxy(shareAssistant, { assistantId, recipientUsers: [editor.actor.email], accessType: "use" });
    const { body, result } = await editor.proxy(getAssistant, { assistantId });
    expect(result).toMatchObject({ assistant: { apiHosts: ["api.example.org", "b.org"] }, definition: null });
    expect(JSON.stringify(body)).not.toContain("periwinkle");
    const off = { data: { operations: [createApi()] } } as Partial<AssistantContentInput>;
    expect((await bed.read(ada, await bed.create(ada, off))).assistant.apiHosts).toEqual([]);
  });

  test.each([
    "HTTPS://evil.example.com/v1",
    "  https://evil.example.com/v1",
    "https:///evil.example.com/v1",
    "https://\\evil.example.com\\v1",
    "https://ev\til.example.com/v1",
    "https://%65vil.example.com?a=${b}",
  ])("are named as they are called, however the author spells the URL: %j", async (url) => {
    const { assistant } = await bed.read(ada, await bed.create(ada, withApis(createApi({ url }))));
    expect(assistant.apiHosts).toEqual(["evil.example.com"]);
  });

  test.each([
    ["no request type", { requestType: undefined }],
    ["no URL", { url: " " }],
    ["no description", { description: "" }],
  ])("[G5.03] are complete if the model can call them: %s", async (_, changes) => {
    const refused = await ada.proxy(createAssistant, { name: "Tutor", ...withApis(createApi(changes)) });
    expect(refused).toMatchObject({ status: 400, body: { message: completeText } });
    const off = { data: { operations: [createApi(changes)] } } as Partial<AssistantContentInput>;
    expect((await ada.proxy(createAssistant, { name: "Tutor", ...off })).status).toBe(200);
  });

  test.each([
    ["file:///etc/passwd", /must begin with https/],
    ["https://${host}/v1", /only stand after the host/],
    ["https://user:word@api.example.org/", /must not contain a username/],
  ])("have a URL that cannot lead elsewhere: %s", async (url, message) => {
    const refused = await ada.proxy(createAssistant, { name: "Tutor", ...withApis(createApi({ url })) });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } });
  });

  test("[G5.06] have one of five request types and three kinds of authentication", async () => {
    for (const requestType of ["GET", "POST", "PUT", "DELETE", "PATCH"])
      await bed.create(ada, withApis(createApi({ requestType })));
    for (const type of ["none", "basic", "bearer"]) await bed.create(ada, withApis(createApi({ auth: { type } })));
    const refusals = [createApi({ requestType: "HEAD" }), createApi({ auth: { type: "digest" } })];
    for (const api of refusals)
      expect((await ada.proxy(createAssistant, { name: "Tutor", ...withApis(api) })).status).toBe(400);
  });
});
