import { randomUUID } from "node:crypto";
import {
  AssistantCapabilities,
  type ChatRequestInput,
  defaultUserSettings,
  deleteArtifactVersion,
  limits,
  parseArtifactEntries,
  parseConversationArtifacts,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type ChatServer, readEvents, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { getOwnerId } from "../access/service.ts";
import { addVersions, findWholeConversation } from "../conversations/service.ts";
import { upsertUserSettings } from "../settings/repository.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
  await setOption(true);
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

async function setOption(includeArtifacts: boolean, person: TestPerson = server.ann, on = server): Promise<void> {
  const { featureOptions } = defaultUserSettings;
  const settings = { ...defaultUserSettings, featureOptions: { ...featureOptions, includeArtifacts } };
  await upsertUserSettings(on.platform.db, getOwnerId(person.actor), settings, new Date());
}

const post = (prompt: string, options: ChatRequestInput["options"] = {}, more: Partial<ChatRequestInput> = {}) =>
  server.post(server.ask(prompt, { options: { artifacts: [], ...options }, ...more }));
const ask = async (...args: Parameters<typeof post>) => readStream(await post(...args));

const openConversation = async (id: string) => {
  const conversation = await findWholeConversation(server.platform.db, getOwnerId(server.ann.actor), id);
  return { conversation, versions: parseConversationArtifacts(conversation?.artifacts) };
};
/** The requests that the model server has received, without those for titles. */
const listCalls = () => server.models.chats().filter(({ body }) => !/small/.test(body?.model ?? ""));
const systemOf = (index: number) => String(listCalls()[index]?.body?.messages?.[0]?.content);

const cloud = (conversationId: string, replyId: string, parentId: string | null = null) =>
  ({ storage: "cloud", conversationId, replyId, parentId }) as const;

describe("an answer that requests an artifact", () => {
  test("makes it in a second call with temperature 0.5 and the full output limit, and a usage row of its own [C9.04c]", async () => {
    const prompt = "Draw [[artifact: wellformed; name: Sales chart]] [[making]] [[answer: <p>Hello</p>]]";
    const { answer } = await ask(prompt, { requestId: "first-call" });
    expect(answer.end).toMatchObject({ end: "done" });
    expect(answer.artifactStatus).toBe("complete");
    expect(answer.artifacts).toMatchObject([
      { name: "Sales chart", description: "Sales by month", type: "static", version: 1, contents: "<p>Hello</p>" },
    ]);
    expect(answer.artifacts[0]?.artifactId).toMatch(/^Sales_chart-\d{7}$/);
    expect(answer.artifacts[0]?.createdAt).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    const { db } = server.platform;
    const modelLimits = db.selectFrom("models").select("output_token_limit").where("id", "=", server.modelId);
    const { output_token_limit } = await modelLimits.executeTakeFirstOrThrow();
    const [, writing] = listCalls();
    expect(writing?.body).toMatchObject({ temperature: 0.5 });
    expect(JSON.stringify(writing?.body)).toContain(`"max_tokens":${output_token_limit}`);
    expect(writing?.body).not.toHaveProperty("tools");
    await server.settled();
    const rows = await db
      .selectFrom("usage")
      .select(["request_id", "purpose"])
      .where("purpose", "=", "artifact")
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.request_id).not.toBe("first-call");
  });

  test("is stored with the entry and the contents, in a cloud conversation", async () => {
    const conversationId = randomUUID();
    await ask("Draw [[artifact: wellformed]] [[making]] [[answer: <p>Hello</p>]]", cloud(conversationId, "a1"));
    await server.settled();
    const { conversation, versions } = await openConversation(conversationId);
    const answer = conversation?.messages.at(-1);
    expect(answer?.data.artifactStatus).toBe("complete");
    expect(versions).toMatchObject([{ version: 1, contents: "<p>Hello</p>", messageId: "a1", name: "Sales chart" }]);
    expect(parseArtifactEntries(answer?.data)).toMatchObject([{ artifactId: versions[0]?.artifactId, version: 1 }]);
  });

  test("of a local conversation leaves nothing of its contents on the server", async () => {
    const prompt = "Draw [[artifact: wellformed]] [[making]] [[answer: <p>marker-local-artifact</p>]]";
    const { answer } = await ask(prompt, { conversationId: randomUUID() });
    expect(answer.artifacts[0]?.contents).toContain("marker-local-artifact");
    await server.settled();
    const { db } = server.platform;
    for (const table of ["artifact_versions", "saved_artifacts", "messages", "usage", "conversations"] as const) {
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain("marker-local-artifact");
    }
  });

  test("of several files, each in a fenced block, is stored with all of its fences", async () => {
    const conversationId = randomUUID();
    const files = "```html index.html\n<h1>Hi</h1>\n```\n```js script.js\nrun();\n```";
    const prompt = `Draw [[artifact: wellformed; type: vanilla]] [[making]] [[answer: ${files}]]`;
    const { answer } = await ask(prompt, cloud(conversationId, "a1"));
    expect(answer.artifacts[0]?.contents.trim()).toBe(files);
    await server.settled();
    const { versions } = await openConversation(conversationId);
    expect(versions[0]?.contents.trim()).toBe(files);
  });

  test("makes a new version of an artifact that exists, whose segments ~A{n} stands for", async () => {
    const conversationId = randomUUID();
    await ask("Draw [[artifact: wellformed]] [[making]] [[answer: first text]]", cloud(conversationId, "a1"));
    const { versions: before } = await openConversation(conversationId);
    const id = before[0]?.artifactId ?? "";
    const prompt = `Change it [[artifact: wellformed; id: ${id}; name: New name]] [[making]] [[answer: Before ~A{0} after]]`;
    await ask(prompt, cloud(conversationId, "a2", "a1"));
    await server.settled();
    const { versions } = await openConversation(conversationId);
    expect(versions).toMatchObject([
      { artifactId: id, version: 1, contents: "first text", messageId: "a1" },
      { artifactId: id, version: 2, contents: "Before first text after", name: "New name", messageId: "a2" },
    ]);
    const question = String(listCalls()[2]?.body?.messages?.at(-1)?.content);
    expect(question).toContain(`<artifact id="${id}" name="Sales chart" type="static" version="1">`);
    expect(question).not.toContain("first text");
  });

  test("does not see the artifacts of another branch, and numbers its versions after theirs", async () => {
    const conversationId = randomUUID();
    await ask("Draw [[artifact: wellformed]] [[making]] [[answer: one]]", cloud(conversationId, "a1"));
    const id = (await openConversation(conversationId)).versions[0]?.artifactId ?? "";
    const change = (text: string) => `Change [[artifact: wellformed; id: ${id}]] [[making]] [[answer: ${text}]]`;
    await ask(change("left"), cloud(conversationId, "a2", "a1"));
    await ask(change("right ~A{0}"), cloud(conversationId, "a3", "a1"));
    await ask(change("elsewhere"), cloud(conversationId, "a4", null));
    await server.settled();
    const { versions } = await openConversation(conversationId);
    const own = versions.filter(({ artifactId }) => artifactId === id);
    expect(own.map(({ version, contents, messageId }) => [version, contents, messageId])).toEqual([
      [1, "one", "a1"],
      [2, "left", "a2"],
      [3, "right one", "a3"],
    ]);
    expect(versions.find(({ messageId }) => messageId === "a4")).toMatchObject({ version: 1, contents: "elsewhere" });
  });

  test("does not give the number of a deleted version again, whatever the branch", async () => {
    const conversationId = randomUUID();
    await ask("Draw [[artifact: wellformed]] [[making]] [[answer: one]]", cloud(conversationId, "a1"));
    const id = (await openConversation(conversationId)).versions[0]?.artifactId ?? "";
    const change = (text: string) => `Change [[artifact: wellformed; id: ${id}]] [[making]] [[answer: ${text}]]`;
    await ask(change("left"), cloud(conversationId, "a2", "a1"));
    await server.settled();
    await server.ann.proxy(deleteArtifactVersion, { conversationId, artifactId: id, version: 2 });
    await ask(change("right"), cloud(conversationId, "a3", "a1"));
    await server.settled();
    const { versions } = await openConversation(conversationId);
    expect(versions.map(({ version, contents }) => [version, contents])).toEqual([
      [1, "one"],
      [3, "right"],
    ]);
  });

  test("puts remarks into the chat, and the rest into the artifact", async () => {
    const { answer } = await ask("Draw [[artifact: wellformed]] [[making]] [[answer: <>A remark.</> The text]]");
    expect(answer.content).toMatch(/\n\nA remark\.$/);
    expect(answer.artifacts[0]?.contents.trim()).toBe("The text");
  });

  test("is complete for a reader who comes back in the middle", async () => {
    const requestId = randomUUID();
    const prompt = "Draw [[artifact: wellformed]] [[making]] [[answer: one two three four five six]] [[hang: 2]]";
    const response = await post(prompt, { requestId });
    await readEvents(response, 3);
    await expect.poll(() => listCalls().length).toBe(2);
    server.models.resume();
    const { answer } = await readStream(await server.follow(requestId));
    expect(answer).toMatchObject({ artifactStatus: "complete", end: { end: "done" } });
    expect(answer.artifacts[0]?.contents).toBe("one two three four five six");
  });
});

test("the text of an artifact is sent once it has more than two characters, and never ends with what may begin a tag [C4.29]", async () => {
  const prompt = "Draw [[artifact: wellformed]] [[making]] [[pace: 40]] [[answer: a ~ b < c ~ d <p> ~A{0} e]]";
  const { text, answer } = await ask(prompt);
  const parts = [...text.matchAll(/\{"s":"meta","a":("(?:[^"\\]|\\.)*")\}/g)].map(([, part = '""']) =>
    String(JSON.parse(part)),
  );
  expect(parts.join("")).toBe(answer.artifacts[0]?.contents);
  expect(parts.join("")).toBe("a ~ b < c ~ d <p>  e");
  expect(parts.length).toBeGreaterThan(1);
  expect(parts[0]?.length).toBeGreaterThan(2);
  expect(parts.slice(0, -1).filter((part) => /[~<]$/.test(part))).toEqual([]);
});

describe("the status of an artifact", () => {
  const listStatuses = (text: string) =>
    [...text.matchAll(/"artifact":\{[^}]*?"status":"(\w+)"/g)].map(([, status]) => status);

  test("is running, then complete; broken JSON that a program can repair makes no difference [C4.25]", async () => {
    for (const form of ["wellformed", "broken", "cut"]) {
      const { text, answer } = await ask(`Draw [[artifact: ${form}]] [[making]] [[answer: the text]]`);
      expect(listStatuses(text)).toEqual(["running", "complete"]);
      expect(answer.artifacts).toMatchObject([{ name: "Sales chart", contents: "the text" }]);
    }
  });

  test("is retry while the advanced model repairs the request, and then complete [C4.25]", async () => {
    const { text, answer } = await ask("Draw [[artifact: unreadable]]");
    expect(listStatuses(text)).toEqual(["retry", "complete"]);
    expect(answer.artifacts).toMatchObject([{ name: "Sales chart", version: 1 }]);
    expect(systemOf(1)).toContain("valid JSON");
  });

  test("is cancelled if the request cannot be repaired, and there is no artifact [C4.25]", async () => {
    const { text, answer } = await ask("Draw [[artifact: hopeless]]");
    expect(listStatuses(text)).toEqual(["retry", "cancelled"]);
    const expected = { artifactStatus: "cancelled", artifactReason: "unreadable", artifacts: [], end: { end: "done" } };
    expect(answer).toMatchObject(expected);
  });

  test("is stopped if the person stops it; what is written of it stays, and so does the answer [C4.25]", async () => {
    const [requestId, conversationId] = [randomUUID(), randomUUID()];
    const prompt = "Draw [[artifact: wellformed]] [[making]] [[answer: one two three four]] [[hang: 2]]";
    const response = await post(prompt, { requestId, ...cloud(conversationId, "a1") });
    const reading = readStream(response);
    await expect.poll(() => listCalls().length).toBe(2);
    await expect
      .poll(async () => (await readEvents(await server.follow(requestId), 4)).includes('"a":"one'))
      .toBe(true);
    await readStream(await server.post({ killSwitch: { requestId, value: true } }));
    const { answer } = await reading;
    expect(answer).toMatchObject({ artifactStatus: "stopped", artifactReason: null, end: { end: "done" } });
    await server.settled();
    const { conversation, versions } = await openConversation(conversationId);
    expect(versions[0]?.contents).toMatch(/^one/);
    expect(conversation?.messages.at(-1)?.data).toMatchObject({ artifactStatus: "stopped", end: { end: "done" } });
  });

  test("is cancelled if the model fails before the first word, and stopped if it fails after it", async () => {
    const failed = await ask("Draw [[artifact: wellformed]] [[making]] [[status: 500]]");
    const reason = { artifactReason: "modelFailed" };
    expect(failed.answer).toMatchObject({
      ...reason,
      artifactStatus: "cancelled",
      artifacts: [],
      end: { end: "done" },
    });
    const cut = await ask("Draw [[artifact: wellformed]] [[making]] [[answer: one two three four]] [[error: 2]]");
    expect(cut.answer).toMatchObject({ ...reason, artifactStatus: "stopped", end: { end: "done" } });
  });

  test("is stopped if the model has reached its output limit, and what is written stays", async () => {
    const conversationId = randomUUID();
    const prompt = "Draw [[artifact: wellformed]] [[making]] [[answer: <p>half]] [[finish: length]]";
    const { answer } = await ask(prompt, cloud(conversationId, "a1"));
    expect(answer).toMatchObject({ artifactStatus: "stopped", artifactReason: "length", end: { end: "done" } });
    const { conversation, versions } = await openConversation(conversationId);
    expect(versions).toMatchObject([{ contents: "<p>half" }]);
    const { data } = conversation?.messages.at(-1) ?? {};
    expect(data).toMatchObject({ artifactStatus: "stopped", artifactReason: "length", artifacts: [{ version: 1 }] });
  });

  test("is cancelled if a spending limit is reached", async () => {
    const limited = await startChatServer({ environment: { LIMIT_HOURLY: "5" } });
    await setOption(true, limited.ann, limited);
    // The answer itself costs more than the limit.
    const prices = { input_token_cost: "0", output_token_cost: "1000", cached_token_cost: null };
    await limited.platform.db.updateTable("models").set(prices).execute();
    const options = { artifacts: [] };
    const { answer } = await readStream(
      await limited.post(limited.ask("Draw [[artifact: wellformed]]", { options, max_tokens: 100 })),
    );
    expect(answer).toMatchObject({
      artifactStatus: "cancelled",
      artifactReason: "spendingLimit",
      end: { end: "done" },
    });
    await limited.close();
  });

  test("is stopped if the chat has no space, and the text that was shown stays until it is left", async () => {
    const conversationId = randomUUID();
    await ask("Hi", cloud(conversationId, "a0"));
    const key = { ownerId: getOwnerId(server.ann.actor), conversationId };
    const full = { name: "F", description: "", createdAt: "", type: "" as const, tags: [], sharedBy: null };
    const versions = Array.from({ length: limits.artifactVersionsPerConversation }, (_, index) => ({
      ...{ ...full, artifactId: "F-0000001", version: index + 1, contents: "", messageId: null },
    }));
    await addVersions(server.platform, key, versions);
    const prompt = "Draw [[artifact: wellformed]] [[making]] [[answer: the text]]";
    const { answer } = await ask(prompt, cloud(conversationId, "a1", "a0"));
    expect(answer).toMatchObject({ artifactStatus: "stopped", artifactReason: "chatFull" });
    expect(answer.artifacts).toMatchObject([{ contents: "the text" }]);
    const { data } = (await openConversation(conversationId)).conversation?.messages.at(-1) ?? {};
    expect(data).toMatchObject({ artifactStatus: "stopped", artifactReason: "chatFull" });
    expect(data).not.toHaveProperty("artifacts");
  });

  test("thoughts that only their end tells are not part of the artifact", async () => {
    const thoughts = "[[think: I wonder what to draw.]] [[thoughts: endtag]]";
    const { answer, text } = await ask(`Draw [[artifact: wellformed]] [[making]] [[answer: the text]] ${thoughts}`);
    expect(text).toContain("I wonder");
    expect(answer).toMatchObject({ artifactStatus: "complete", artifacts: [{ contents: "the text" }] });
  });
});

describe("the instructions for artifacts", () => {
  const isInstructed = async (options: ChatRequestInput["options"] = {}, more: Partial<ChatRequestInput> = {}) => {
    server.models.reset();
    await ask("Hi", options, more);
    return systemOf(0).includes("autoArtifacts");
  };

  test("are sent to clients that show artifacts, for content over about 15 lines, if the person has turned them on [C9.16] [G9.04a]", async () => {
    expect(await isInstructed()).toBe(true);
    expect(systemOf(0)).toContain("more than about 15 lines");
    const made = await ask("Draw [[artifact: wellformed; name: Sales chart]]");
    expect(made.answer.artifacts[0]?.artifactId).toMatch(/^Sales_chart-\d{7}$/);
    expect(await isInstructed({ artifacts: undefined })).toBe(false);
    expect(await isInstructed({ response_format: { type: "json_object" } })).toBe(false);
    await setOption(false);
    expect(await isInstructed()).toBe(false);
    const { answer } = await ask("Draw [[artifact: wellformed]]");
    expect(answer).toMatchObject({ artifactStatus: null, artifacts: [] });
    await setOption(true);
    overrideFeature("artifacts", { isFinished: false });
    expect(await isInstructed()).toBe(false);
    expect(z.parse(AssistantCapabilities, {}).featureOptions.IncludeArtifactsInstr).toBe(true);
  });

  test("are not sent if the assistant turns them off [C6.04a]", async () => {
    const assistantDraft = { name: "Tutor", data: { featureOptions: { IncludeArtifactsInstr: true } } };
    expect(await isInstructed({ assistantDraft })).toBe(true);
    assistantDraft.data.featureOptions.IncludeArtifactsInstr = false;
    expect(await isInstructed({ assistantDraft })).toBe(false);
  });

  test("[C7.51] a call in artifactsMode is a chat call with temperature 0.5, the full output limit, no documents and no tools", async () => {
    const { answer } = await ask("Write [[answer: the text]]", {
      artifactsMode: true,
      functions: [{ name: "f", description: "d" }],
    });
    expect(answer.content).toBe("the text");
    expect(listCalls()[0]?.body).toMatchObject({ temperature: 0.5 });
    expect(listCalls()[0]?.body).not.toHaveProperty("tools");
    expect(systemOf(0)).not.toContain("autoArtifacts");
    expect((await ask("Write", { artifactsMode: true, ...cloud(randomUUID(), "a1") })).status).toBe(400);
    await setOption(false);
    expect((await ask("Write", { artifactsMode: true })).status).toBe(403);
    await setOption(true);
    overrideFeature("artifacts", { isFinished: false });
    expect((await ask("Write", { artifactsMode: true })).status).toBe(403);
  });
});

describe("a hostile answer", () => {
  test("cannot reach an artifact of another conversation, and its fields are bounded", async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    const secret = { artifactId: "Secret_plan-0000001", name: "Secret", version: 1, contents: "the secret plan" };
    await ask("Hi", cloud(other, "b1"));
    const key = { ownerId: getOwnerId(server.ann.actor), conversationId: other };
    const stored = { ...secret, description: "", createdAt: "", type: "" as const, tags: [], sharedBy: null };
    await addVersions(server.platform, key, [{ ...stored, messageId: null }]);
    server.models.reset();
    const { answer } = await ask("Draw [[artifact: hostile]] [[making]] [[answer: ~A{0} mine]]", cloud(own, "a1"));
    await server.settled();
    expect(answer.artifacts[0]?.artifactId).not.toBe("Secret_plan-0000001");
    expect(answer.artifacts).toMatchObject([{ type: "", version: 1, contents: " mine" }]);
    expect(JSON.stringify(server.models.chats())).not.toContain("the secret plan");
    expect((await openConversation(other)).versions).toMatchObject([{ ...secret, messageId: null }]);
    expect((await openConversation(own)).versions).toMatchObject([{ messageId: "a1", contents: " mine" }]);
  });

  test("cannot be longer than an artifact can be", async () => {
    const long = `[[tokens: ${Math.ceil(1_100_000 / 4)}]]`;
    const { answer } = await ask(`Draw [[artifact: wellformed]] [[making]] ${long}`);
    expect(answer.artifactStatus).toBe("stopped");
    expect(answer.artifacts[0]?.contents.length).toBeLessThanOrEqual(1_000_000);
  });
});
