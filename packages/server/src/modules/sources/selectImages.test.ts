import {
  type ChatRequestInput,
  type DataSource,
  type FileRecord,
  fileTexts,
  parseCitations,
  setFileTags,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestReader } from "../../platform/documents/testing/readTestDocument.ts";
import { createTestPng } from "../../testing/createTestPng.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { findReadableFiles } from "../files/service.ts";
import { type SelectedImages, selectImages } from "./selectImages.ts";

describe("images in the chat", () => {
  const clock = createManualClock();
  let reader: Awaited<ReturnType<typeof openTestReader>>;
  let server: ChatServer;
  let red: FileRecord;
  let blue: FileRecord;
  beforeAll(async () => {
    reader = await openTestReader();
    server = await startChatServer({ clock, documents: reader.documents });
    const upload = (name: string, colour: [number, number, number]) =>
      uploadTestFile(server, server.ann, { name, type: "image/png", content: createTestPng(64, colour) });
    red = await upload("red.png", [200, 0, 0]);
    blue = await upload("blue.png", [0, 0, 200]);
    expect([red.state, blue.state]).toEqual(["ready", "ready"]);
  });
  beforeEach(() => setImageSupport(true));
  afterEach(async () => {
    await server.settled();
    server.models.reset();
  });
  afterAll(async () => {
    await server.close();
    await reader.close();
  });

  const setImageSupport = async (isSupported: boolean) => {
    await server.platform.db.updateTable("models").set({ supports_images: isSupported }).execute();
    // The server caches models for a second.
    clock.advance(1_100);
  };
  const toDataSource = ({ id, name, type }: FileRecord): DataSource => ({ id: `s3://${id}`, name, type, key: id });
  const createQuestion = (content: string, ...files: FileRecord[]) => ({
    ...{ role: "user" as const, content },
    data: { dataSources: files.map(toDataSource) },
  });
  const ask = async (messages: ChatRequestInput["messages"], more: Partial<ChatRequestInput> = {}) =>
    readStream(await server.post({ ...server.ask(""), ...more, messages }));
  /** Returns the images of each message in the model's input. */
  const listSentImages = () =>
    (server.models.chats()[0]?.body?.messages ?? []).map(({ content }) =>
      Array.isArray(content)
        ? content.filter(({ type }) => type === "image_url").map((part) => part.image_url.url)
        : [],
    );

  test("a model that supports images gets the previews of the attached images", async () => {
    const { answer } = await ask([createQuestion("What colour?", red)]);
    const image = listSentImages()[1]?.[0];
    expect(image).toMatch(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/);
    expect(parseCitations(answer.state)).toEqual([
      {
        group: "images",
        sources: [expect.objectContaining({ name: "red.png", key: red.id, type: "image/png", locations: [] })],
      },
    ]);
  });

  test("images of earlier messages are sent again, each with its own message", async () => {
    await ask([createQuestion("One.", red), { role: "assistant", content: "Red." }, createQuestion("Two.", blue)]);
    expect(listSentImages().map(({ length }) => length)).toEqual([0, 1, 0, 1]);
  });

  test("a model without image support rejects attached images and is called without earlier ones", async () => {
    await setImageSupport(false);
    const rejection = await ask([createQuestion("What colour?", red)]);
    expect(rejection.status).toBe(400);
    expect(JSON.parse(rejection.text).message).toBe(`“red.png”: ${fileTexts.imagesNotSeen}`);
    const { status, answer } = await ask([createQuestion("One.", red), { role: "user", content: "And a joke?" }]);
    expect(status).toBe(200);
    expect(answer.statuses).toMatchObject([
      { summary: "Left out 1 document", message: "“red.png” is an image, which this model can’t see." },
    ]);
    expect(listSentImages().flat()).toEqual([]);
  });

  test("images of a tag are sent with the message to which the tag was attached, or left out by name", async () => {
    await server.ann.proxy(setFileTags, { id: blue.id, tags: ["paintings"] });
    const taggedQuestion = {
      ...{ role: "user" as const, content: "What colours?" },
      data: { dataSources: [{ id: "tag://paintings", name: "paintings" }] },
    };
    const laterQuestion = { role: "user" as const, content: "And together?" };
    await ask([taggedQuestion]);
    expect(listSentImages().map(({ length }) => length)).toEqual([0, 1]);
    server.models.reset();
    await ask([taggedQuestion, { role: "assistant", content: "Blue." }, laterQuestion]);
    expect(listSentImages().map(({ length }) => length)).toEqual([0, 1, 0, 0]);

    await setImageSupport(false);
    for (const messages of [[taggedQuestion], [taggedQuestion, laterQuestion]]) {
      const { status, answer } = await ask(messages);
      expect(status).toBe(200);
      expect(answer.statuses).toMatchObject([
        { summary: "Left out 1 document", message: "“blue.png” is an image, which this model can’t see." },
      ]);
    }
  });

  test("an image missing from the blob store is rejected by name if it is attached, and left out if it is earlier", async () => {
    const [file] = await findReadableFiles(server.platform, server.ann.actor, [red.id]);
    if (!file) throw new Error("the image is missing");
    const unreadableFile = { ...file, previewKey: "global/missing.preview.jpg" };
    const select = (attached: (typeof file)[], earlier: (typeof file)[]) => {
      const images = { attached, earlier: earlier.map((each) => ({ messageId: "m1", file: each, isHidden: false })) };
      return selectImages(server.platform, { endpoint: null }, images, "m3", { attached: 9_999, earlier: 9_999 });
    };
    await expect(select([unreadableFile], [])).rejects.toMatchObject({
      code: "unavailable",
      userMessage: expect.stringContaining("“red.png” couldn’t be read"),
    });
    const { byMessage, leftOut } = await select([], [unreadableFile]);
    expect([byMessage.size, leftOut]).toEqual([0, [{ name: "red.png", reason: "couldn’t be read" }]]);
  });

  test("a hidden image is sent, and neither cited nor named, even if it is left out", async () => {
    const [file] = await findReadableFiles(server.platform, server.ann.actor, [red.id]);
    if (!file) throw new Error("the image is missing");
    const earlier = [
      { messageId: "m3", file, isHidden: true },
      { messageId: "m3", file: { ...file, documentId: "unread", previewKey: "missing" }, isHidden: true },
    ];
    const images = { attached: [], earlier };
    const budgets = { attached: 9_999, earlier: 9_999 };
    const selection = await selectImages(server.platform, { endpoint: null }, images, "m3", budgets);
    expect(selection.byMessage.get("m3")).toHaveLength(1);
    expect([selection.citations, selection.leftOut]).toEqual([[], []]);
  });

  test("at most ten images are selected, those of the last message first, and only those that fit", async () => {
    const [file] = await findReadableFiles(server.platform, server.ann.actor, [red.id]);
    if (!file) throw new Error("the image is missing");
    const createCopies = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ ...file, name: `${name}${index}`, documentId: `${name}${index}` },
        imageTokens: { openai: 100 },
      }));
    const select = (attached: number, earlier: number, budget: number) =>
      selectImages(
        server.platform,
        { endpoint: null },
        {
          attached: createCopies("attached", attached),
          earlier: createCopies("earlier", earlier).map((each) => ({ messageId: "m1", file: each, isHidden: false })),
        },
        "m3",
        { attached: budget, earlier: budget },
      );
    const countImages = ({ byMessage, leftOut }: SelectedImages) => [
      byMessage.get("m3")?.length ?? 0,
      byMessage.get("m1")?.length ?? 0,
      leftOut.length,
    ];
    expect(countImages(await select(7, 7, 10_000))).toEqual([7, 3, 4]);
    expect(countImages(await select(12, 1, 10_000))).toEqual([10, 0, 3]);
    expect(countImages(await select(3, 3, 250))).toEqual([2, 2, 2]);
    expect((await select(2, 1, 1_000)).tokens).toEqual({ attached: 200, earlier: 100 });
  });
});
