import { type ChatRequestGiven, type DataSource, type FileRecord, fileTexts, sourcesOf } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { testDatabaseKinds } from "../../testing/testDatabase.ts";
import { testPicture } from "../../testing/testPicture.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";

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
  const ask = async (messages: ChatRequestGiven["messages"], more: Partial<ChatRequestGiven> = {}) =>
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
    expect(sourcesOf(answer.state)).toEqual([
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

  test("ten are shown at most, those of the last message first", async () => {
    const many = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        uploadTestFile(server, server.ann, {
          ...{ name: `green${index}.png`, type: "image/png" },
          content: testPicture(32, [0, 100 + index, 0]),
        }),
      ),
    );
    await server.platform.db.updateTable("models").set({ input_context_window: 200_000 }).execute();
    await setSight(true);
    const { answer } = await ask([asked("Before.", red), asked("Now.", ...many, blue)]);
    expect(sentPictures().map(({ length }) => length)).toEqual([0, 0, 10]);
    expect(answer.statuses).toMatchObject([{ message: "“red.png” does not fit beside the rest." }]);
  });
});
