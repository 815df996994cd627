import { type ChatRequestInput, type DataSource, type FileRecord, fileTexts, parseCitations } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ChatServer, readStream, startChatServer } from "../../../../testing/startChatServer.ts";
import { testDatabaseKinds } from "../../../../testing/testDatabase.ts";
import { testPicture } from "../../../../testing/testPicture.ts";
import { uploadTestFile } from "../../../../testing/uploadTestFile.ts";
import { findReadableFiles } from "../../../files/service.ts";
import { type SelectedImages, selectImages } from "./selectImages.ts";

describe.each(testDatabaseKinds)("images in the chat, on %s", (database) => {
  let server: ChatServer;
  let red: FileRecord;
  let blue: FileRecord;
  beforeAll(async () => {
    server = await startChatServer({ database });
    const picture = (name: string, colour: [number, number, number]) =>
      uploadTestFile(server, server.ann, { name, type: "image/png", content: testPicture(64, colour) });
    red = await picture("red.png", [200, 0, 0]);
    blue = await picture("blue.png", [0, 0, 200]);
    expect([red.state, blue.state]).toEqual(["ready", "ready"]);
  });
  beforeEach(() => setSight(true));
  afterEach(async () => {
    await server.settled();
    server.models.reset();
  });
  afterAll(() => server.close());

  const setSight = async (sees: boolean) => {
    const { db, clock } = server.platform;
    await db.updateTable("models").set({ supports_images: sees }).execute();
    // Rows of models may be a second old.
    const until = clock.now().getTime() + 1_100;
    await expect.poll(() => clock.now().getTime(), { timeout: 3_000 }).toBeGreaterThan(until);
  };
  const sourceOf = ({ id, name, type }: FileRecord): DataSource => ({ id: `s3://${id}`, name, type, key: id });
  const asked = (content: string, ...files: FileRecord[]) => ({
    ...{ role: "user" as const, content },
    data: { dataSources: files.map(sourceOf) },
  });
  const ask = async (messages: ChatRequestInput["messages"], more: Partial<ChatRequestInput> = {}) =>
    readStream(await server.post({ ...server.ask(""), ...more, messages }));
  /** The pictures of each message that the model was sent. */
  const sentPictures = () =>
    (server.models.chats()[0]?.body?.messages ?? []).map(({ content }) =>
      Array.isArray(content)
        ? content.filter(({ type }) => type === "image_url").map((part) => part.image_url.url)
        : [],
    );

  test("a model that sees is shown what is attached, as its preview", async () => {
    const { answer } = await ask([asked("What colour?", red)]);
    const picture = sentPictures()[1]?.[0];
    expect(picture).toMatch(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/);
    expect(parseCitations(answer.state)).toEqual([
      {
        group: "images",
        sources: [expect.objectContaining({ name: "red.png", key: red.id, type: "image/png", locations: [] })],
      },
    ]);
  });

  test("pictures of earlier messages go again, each with its own message", async () => {
    await ask([asked("One.", red), { role: "assistant", content: "Red." }, asked("Two.", blue)]);
    expect(sentPictures().map(({ length }) => length)).toEqual([0, 1, 0, 1]);
  });

  test("a model that does not see refuses what is attached, and is asked without what came earlier", async () => {
    await setSight(false);
    const refused = await ask([asked("What colour?", red)]);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).message).toBe(`“red.png”: ${fileTexts.imagesNotSeen}`);
    const { status, answer } = await ask([asked("One.", red), { role: "user", content: "And a joke?" }]);
    expect(status).toBe(200);
    expect(answer.statuses).toMatchObject([
      { summary: "Left out 1 document", message: "“red.png” is an image, which this model cannot see." },
    ]);
    expect(sentPictures().flat()).toEqual([]);
  });

  test("one that is gone from the store is refused by name where it is attached, and else left out", async () => {
    const [file] = await findReadableFiles(server.platform, server.ann.actor, [red.id]);
    if (!file) throw new Error("the picture is gone");
    const gone = { ...file, previewKey: "global/gone.preview.jpg" };
    const show = (attached: (typeof file)[], earlier: (typeof file)[]) => {
      const given = { attached, earlier: earlier.map((each) => ({ messageId: "m1", file: each })) };
      return selectImages(server.platform, { endpoint: null }, given, "m3", { attached: 9_999, earlier: 9_999 });
    };
    await expect(show([gone], [])).rejects.toMatchObject({
      code: "unavailable",
      userMessage: expect.stringContaining("“red.png” could not be read just now"),
    });
    const { byMessage, leftOut } = await show([], [gone]);
    expect([byMessage.size, leftOut]).toEqual([0, [{ name: "red.png", why: "could not be read just now" }]]);
  });

  test("ten are shown at most, those of the last message first, and none that does not fit", async () => {
    const [file] = await findReadableFiles(server.platform, server.ann.actor, [red.id]);
    if (!file) throw new Error("the picture is gone");
    const copies = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...{ ...file, name: `${name}${index}`, documentId: `${name}${index}` },
        imageTokens: { openai: 100 },
      }));
    const show = (attached: number, earlier: number, room: number) =>
      selectImages(
        server.platform,
        { endpoint: null },
        {
          attached: copies("attached", attached),
          earlier: copies("earlier", earlier).map((each) => ({ messageId: "m1", file: each })),
        },
        "m3",
        { attached: room, earlier: room },
      );
    const counts = ({ byMessage, leftOut }: SelectedImages) => [
      byMessage.get("m3")?.length ?? 0,
      byMessage.get("m1")?.length ?? 0,
      leftOut.length,
    ];
    expect(counts(await show(7, 7, 10_000))).toEqual([7, 3, 4]);
    expect(counts(await show(12, 1, 10_000))).toEqual([10, 0, 3]);
    expect(counts(await show(3, 3, 250))).toEqual([2, 2, 2]);
    expect((await show(2, 1, 1_000)).tokens).toEqual({ attached: 200, earlier: 100 });
  });
});
