import { dualRetrieval, getEmbeddingQueue, getFiles, retryEmbedding, terminateEmbedding } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openTestReader } from "../../platform/documents/testing/readTestDocument.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { type ModelServer, startModelServer } from "../../testing/modelServer/startModelServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { requestRereads } from "../files/documents/requestRereads.ts";
import { forgetFlags } from "../flags/service.ts";
import { deleteGroup } from "../groups/deleteGroup.ts";
import { createGroup } from "../groups/service.ts";
import { seedModels } from "../models/service.ts";
import { blockPerson, unblockPerson } from "../people/service.ts";
import { requestEmbedding, resumeEmbeddings, searchPassages } from "./service.ts";

const carText = "The automobile department keeps forty vehicles in the yard behind the station.";
const fillerTexts = ["parks", "roads", "schools", "water", "fire", "harbour", "library", "museum"].map(
  (word) => `# ${word}\n\n${`The ${word} office reports what it did and what it spent. `.repeat(30)}`,
);

describe("embeddings of passages", () => {
  let skippedMs = 0;
  const clock = { now: () => new Date(Date.now() + skippedMs) };
  let modelServer: ModelServer;
  let reader: Awaited<ReturnType<typeof openTestReader>>;
  let server: TestApp;
  let admin: TestPerson;
  let person: TestPerson;

  beforeAll(async () => {
    modelServer = await startModelServer();
    reader = await openTestReader();
    server = await createTestApp({
      clock,
      database: "pglite", // the PostgreSQL of the tests has no pgvector
      documents: reader.documents,
      environment: {
        OPENAI_COMPATIBLE_URL: modelServer.url,
        ADMINS: "ada@example.org",
        MODEL_PRICES: "text-embedding-scripted=1000/0",
      },
    });
    await seedModels(server.platform);
    admin = await server.signIn("ada@example.org");
    person = await server.signIn("ben@example.org");
  });
  beforeEach(() => modelServer.reset());
  afterAll(async () => {
    await server.close();
    await reader.close();
    await modelServer.close();
  });

  const getState = async (key: string) =>
    server.platform.db
      .selectFrom("documents")
      .innerJoin("files", "files.document_id", "documents.id")
      .select(["documents.id", "embedding_state", "embedding_model", "chunk_count"])
      .where("files.id", "=", key)
      .executeTakeFirstOrThrow();
  const waitForState = (key: string, state: string) =>
    vi.waitFor(
      async () => {
        const row = await getState(key);
        expect(row.embedding_state).toBe(state);
        return row;
      },
      { timeout: 20_000 },
    );
  const listVectorModels = async (documentId: string) => {
    const rows = await server.platform.db
      .selectFrom("chunk_vectors")
      .select("model")
      .where("document_id", "=", documentId)
      .execute();
    return rows.map(({ model }) => model);
  };
  const search = async (userInput: string, dataSources: string[], by = person) => {
    const reply = await by.rest(dualRetrieval, { userInput, dataSources, limit: 5 });
    expect(reply.status).toBe(200);
    return reply.result.result;
  };

  test("are created once a document is read, and find by meaning what full text does not", async () => {
    const file = await uploadTestFile(server, person, {
      name: "town.md",
      content: [...fillerTexts, `# Yard\n\n${carText}`].join("\n\n"),
    });
    const { id, chunk_count } = await waitForState(file.id, "ready");
    expect(await listVectorModels(id)).toHaveLength(chunk_count);
    const passages = await search("wagen", [`s3://${file.id}`]);
    expect(passages.some(([content]) => content.includes("automobile"))).toBe(true);
    const [content, key, locations, originalIndexes, charIndex, tokenCount, chunkId, score] = passages[0] ?? [];
    expect({ content, key, locations, originalIndexes, charIndex, tokenCount, chunkId, score }).toEqual({
      content: expect.any(String),
      key: `s3://${file.id}`,
      locations: expect.any(Array),
      originalIndexes: expect.any(Array),
      charIndex: expect.any(Number),
      tokenCount: expect.any(Number),
      chunkId: expect.any(String),
      score: expect.any(Number),
    });
  });

  test("of passages that a newer reader does not change are kept, and only the others are paid for", async () => {
    const { db } = server.platform;
    const uploader = await server.signIn("rereader@example.org");
    const content = [...fillerTexts, `# Yard\n\n${carText}`, "# Read again\n\nThe gate is closed."].join("\n\n");
    const file = await uploadTestFile(server, uploader, { name: "reread.md", content });
    const { id, chunk_count } = await waitForState(file.id, "ready");
    const listVectors = async () =>
      (await db.selectFrom("chunk_vectors").select("chunk_id").where("document_id", "=", id).execute()).length;
    /** Reads the document as if an older reader had written something else into its first chunk. */
    const readAgain = async () => {
      await db
        .updateTable("chunks")
        .set({ content: "old" })
        .where("document_id", "=", id)
        .where("position", "=", 0)
        .execute();
      await db.updateTable("documents").set({ extractor: 1 }).where("id", "=", id).execute();
      modelServer.reset();
      await requestRereads(server.platform);
      await vi.waitFor(
        async () => {
          const query = db
            .selectFrom("chunks")
            .select("content")
            .where("document_id", "=", id)
            .where("position", "=", 0);
          expect(await query.executeTakeFirst()).not.toEqual({ content: "old" });
        },
        { timeout: 20_000 },
      );
    };
    await setBlocked(uploader, true);
    await readAgain();
    expect(await getState(file.id)).toMatchObject({ embedding_state: "ready", chunk_count });
    expect(await listVectors()).toBe(chunk_count - 1);
    expect(modelServer.embeddings()).toEqual([]);
    await setBlocked(uploader, false);
    await readAgain();
    await vi.waitFor(async () => expect(await listVectors()).toBe(chunk_count), { timeout: 20_000 });
    await waitForState(file.id, "ready");
    expect(modelServer.embeddings().map(({ body }) => [body?.input].flat().length)).toEqual([1]);
  });

  test("of all wordings of a question come from one request, and each wording finds passages", async () => {
    const file = await uploadTestFile(server, person, {
      name: "wordings.md",
      content: [...fillerTexts, `# Yard\n\n${carText}`, "# Costs\n\nThe fee is nine crowns."].join("\n\n"),
    });
    const { id } = await waitForState(file.id, "ready");
    modelServer.reset();
    const { passages } = await searchPassages(server.platform, {
      ...{ question: "zzz", alternatives: ["wagen", "preis"], documentIds: [id], limit: 4 },
      payer: person.actor,
    });
    expect(modelServer.embeddings().map(({ body }) => body?.input)).toEqual([["zzz", "wagen", "preis"]]);
    const text = passages.map(({ content }) => content).join("\n");
    expect(text).toContain("automobile");
    expect(text).toContain("nine crowns");
  });

  test("are all compared up to a bound of numbers, beyond which they only sort what full text finds", async () => {
    const content = [...fillerTexts, `# Yard\n\n${carText}`, "# Long\n\nOf a long document."].join("\n\n");
    const file = await uploadTestFile(server, person, { name: "long.md", content });
    const { id } = await waitForState(file.id, "ready");
    const findsCar = async (chunkCount: number) => {
      await server.platform.db.updateTable("documents").set("chunk_count", chunkCount).where("id", "=", id).execute();
      const { passages } = await searchPassages(server.platform, {
        ...{ question: "wagen", documentIds: [id], limit: 4 },
        payer: person.actor,
      });
      return passages.some((passage) => passage.content.includes("automobile"));
    };
    expect(await findsCar(15_000)).toBe(true);
    expect(await findsCar(30_000)).toBe(false);
  });

  test("are charged to the uploader, and a question's embedding to the person who asks", async () => {
    const file = await uploadTestFile(server, person, {
      name: "fees.md",
      content: "The fee for a mooring is forty francs a year.",
    });
    await waitForState(file.id, "ready");
    const findNewestUsage = async () =>
      server.platform.db
        .selectFrom("usage")
        .select(["user_id", "input_tokens", "cost", "is_estimate", "outcome"])
        .where("purpose", "=", "embedding")
        .orderBy("opened_at", "desc")
        .orderBy("id")
        .limit(1)
        .executeTakeFirstOrThrow();
    expect(await findNewestUsage()).toMatchObject({
      user_id: person.actor.principal.id,
      input_tokens: 10,
      outcome: "done",
      is_estimate: false,
    });
    expect(Number((await findNewestUsage()).cost)).toBeCloseTo(0.01);
    await search("what does a mooring cost", [file.id]);
    expect(await findNewestUsage()).toMatchObject({ user_id: person.actor.principal.id, input_tokens: 5 });
    expect(modelServer.ledger().at(-1)).toMatchObject({ inputTokens: 5, outputTokens: 0 });
  });

  /** Blocks or unblocks; the person is read anew by jobs after two seconds. */
  const setBlocked = async (someone: TestPerson, isBlocked: boolean) => {
    const set = isBlocked ? blockPerson : unblockPerson;
    await set(server.platform, admin.actor, someone.actor.principal.id);
    skippedMs += 2_001;
  };
  const listEmbeddingPayers = async () => {
    const rows = await server.platform.db
      .selectFrom("usage")
      .select("user_id")
      .where("purpose", "=", "embedding")
      .orderBy("opened_at")
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  /** Removes the vectors of a file's document, and requests them again. */
  const embedAnew = async (key: string) => {
    const { id } = await getState(key);
    await server.platform.db.deleteFrom("chunk_vectors").where("document_id", "=", id).execute();
    await server.platform.db.deleteFrom("usage").execute();
    modelServer.reset();
    await requestEmbedding(server.platform, id);
  };

  test("are not created for a blocked person, and are once the person is unblocked and searches", async () => {
    const someone = await server.signIn("dan@example.org");
    const file = await uploadTestFile(server, someone, { name: "owls.md", content: "Owls hunt over the meadow." });
    await waitForState(file.id, "ready");
    await setBlocked(someone, true);
    await embedAnew(file.id);
    await waitForState(file.id, "none");
    expect(modelServer.embeddings()).toEqual([]);
    expect(await listEmbeddingPayers()).toEqual([]);
    await setBlocked(someone, false);
    expect(await search("owls", [file.id], await server.signIn("dan@example.org"))).toHaveLength(1);
    await waitForState(file.id, "ready");
    expect(await listEmbeddingPayers()).toContain(someone.actor.principal.id);
  });

  test("are charged to another person with the same document while the one who was first is blocked", async () => {
    const [first, second] = [await server.signIn("fay@example.org"), await server.signIn("gus@example.org")];
    const content = "Larks nest in the barley.";
    const file = await uploadTestFile(server, first, { name: "larks.md", content });
    await waitForState(file.id, "ready");
    await uploadTestFile(server, second, { name: "copy.md", content });
    await embedAnew(file.id);
    await waitForState(file.id, "ready");
    expect(await listEmbeddingPayers()).toEqual([first.actor.principal.id]);
    await setBlocked(first, true);
    await embedAnew(file.id);
    await waitForState(file.id, "ready");
    expect(await listEmbeddingPayers()).toEqual([second.actor.principal.id]);
  });

  test("that nobody could pay for are created when somebody else uploads the same bytes", async () => {
    const [first, second] = [await server.signIn("hal@example.org"), await server.signIn("ivy@example.org")];
    const content = "Wrens nest in the ivy.";
    const file = await uploadTestFile(server, first, { name: "wrens.md", content });
    await waitForState(file.id, "ready");
    await setBlocked(first, true);
    await embedAnew(file.id);
    await waitForState(file.id, "none");
    await uploadTestFile(server, second, { name: "copy.md", content });
    await waitForState(file.id, "ready");
    expect(await listEmbeddingPayers()).toEqual([second.actor.principal.id]);
  });

  test("of a group's file are charged to the group, until the group is deleted", async () => {
    const { platform } = server;
    const file = await uploadTestFile(server, person, { name: "geese.md", content: "Geese graze on the bank." });
    await waitForState(file.id, "ready");
    const group = await createGroup(platform, person.actor, { name: "Birds", types: [], members: {} });
    await platform.db.updateTable("files").set({ owner_id: group.id }).where("id", "=", file.id).execute();
    await embedAnew(file.id);
    await waitForState(file.id, "ready");
    expect(await listEmbeddingPayers()).toEqual([group.id]);
    await deleteGroup(platform, person.actor, { groupId: group.wireId });
    await embedAnew(file.id);
    await waitForState(file.id, "none");
    expect(await listEmbeddingPayers()).toEqual([]);
  });

  test("a search returns nothing from another person's file, a missing file or a group", async () => {
    const file = await uploadTestFile(server, person, {
      name: "secret.md",
      content: "The zeppelin is hidden in the old brewery.",
    });
    expect(await search("zeppelin brewery", [file.id])).toHaveLength(1);
    const stranger = await server.signIn("eve@example.org");
    expect(await search("zeppelin brewery", [file.id, `s3://${file.id}`], stranger)).toEqual([]);
    expect(await search("zeppelin brewery", [`${file.id.slice(0, -10)}0000000.json`])).toEqual([]);
    const reply = await person.rest(dualRetrieval, {
      userInput: "zeppelin brewery",
      dataSources: [],
      groupDataSources: { Sailors_1: [file.id] },
    });
    expect(reply.result.result).toEqual([]);
  });

  test("[C1.12] [A1.10] a search is rejected if it is turned off for the person", async () => {
    const { db } = server.platform;
    const value = JSON.stringify({ ragEnabled: { enabled: false } });
    await db.insertInto("settings").values({ name: "featureFlags", value, updated_at: new Date() }).execute();
    forgetFlags(server.platform);
    const reply = await person.rest(dualRetrieval, { userInput: "zeppelin", dataSources: [] });
    await db.deleteFrom("settings").where("name", "=", "featureFlags").execute();
    forgetFlags(server.platform);
    expect(reply).toMatchObject({ status: 403, body: { message: "Searching documents is turned off here." } });
  });

  test("are created again by a search if the model has changed", async () => {
    const file = await uploadTestFile(server, person, {
      name: "changes.md",
      content: "Kestrels nest in the tower each spring.",
    });
    const { id } = await waitForState(file.id, "ready");
    await server.platform.db
      .updateTable("documents")
      .set({ embedding_model: "an earlier one" })
      .where("id", "=", id)
      .execute();
    await server.platform.db
      .updateTable("chunk_vectors")
      .set({ model: "an earlier one" })
      .where("document_id", "=", id)
      .execute();
    expect(await search("kestrels", [file.id])).toHaveLength(1); // by full text in the meantime
    await waitForState(file.id, "ready");
    expect(await listVectorModels(id)).toEqual(["text-embedding-scripted"]);
  });

  test("that were interrupted are resumed, and existing vectors are not created again", async () => {
    const file = await uploadTestFile(server, person, {
      name: "long.md",
      content: fillerTexts.map((text) => text.replaceAll("office", "bureau")).join("\n\n"),
    });
    const { id, chunk_count } = await waitForState(file.id, "ready");
    const [existingVector] = await server.platform.db
      .selectFrom("chunk_vectors")
      .select("chunk_id")
      .where("document_id", "=", id)
      .orderBy("chunk_id")
      .execute();
    await server.platform.db
      .deleteFrom("chunk_vectors")
      .where("document_id", "=", id)
      .where("chunk_id", "<>", existingVector?.chunk_id ?? 0)
      .execute();
    await server.platform.db
      .updateTable("documents")
      .set({ embedding_state: "embedding" })
      .where("id", "=", id)
      .execute();
    modelServer.reset();
    await resumeEmbeddings(server.platform);
    await waitForState(file.id, "ready");
    expect(await listVectorModels(id)).toHaveLength(chunk_count);
    const embeddedTexts = modelServer
      .embeddings()
      .flatMap(({ body }) => (Array.isArray(body?.input) ? body.input : []));
    expect(embeddedTexts).toHaveLength(chunk_count - 1);
  });

  test("that another process is creating are left to it, unless it has died", async () => {
    const file = await uploadTestFile(server, person, { name: "shared.md", content: "Herons fish in the lock." });
    const { id } = await waitForState(file.id, "ready");
    await server.platform.db
      .updateTable("documents")
      .set({ embedding_state: "embedding", embedding_process_id: "another process" })
      .where("id", "=", id)
      .execute();
    const { processes } = server.platform;
    const resumeBeside = (deadIds: string[]) =>
      resumeEmbeddings({ ...server.platform, processes: { ...processes, findDead: async () => deadIds } });
    await resumeBeside([]);
    expect((await getState(file.id)).embedding_state).toBe("embedding");
    await resumeBeside(["another process"]);
    await waitForState(file.id, "ready");
  });

  test("[A3.19] [A7.28] an administrator sees the queue: message, time, user, key, size and whether it was terminated", async () => {
    const states = { queued: "waiting", embedding: "active", failed: "failed", terminated: "terminated" } as const;
    const addDocument = async (owner: TestPerson, content: string, state: keyof typeof states, since: string) => {
      const file = await uploadTestFile(server, owner, { name: "animals.md", content });
      const { id } = await waitForState(file.id, "ready");
      await server.platform.db
        .updateTable("documents")
        .set({ embedding_state: state, embedding_since: new Date(since) })
        .where("id", "=", id)
        .execute();
      const object = {
        ...{ user: owner.actor.email, key: file.id, size: Buffer.byteLength(content) },
        ...{ type: "text/markdown", pages: expect.any(Number) },
      };
      return { messageId: id, eventTime: since, object, state: states[state], terminated: state === "terminated" };
    };
    const otters = "Otters are counted at the weir every autumn.";
    const terminated = await addDocument(person, otters, "terminated", "2026-11-20T08:00:00.000Z");
    const queued = await addDocument(admin, "Minks are not counted.", "queued", "2026-11-21T09:30:00.000Z");
    const failed = await addDocument(person, "Beavers are.", "failed", "2026-11-22T09:30:00.000Z");
    const active = await addDocument(person, "Voles are.", "embedding", "2026-11-19T09:30:00.000Z");
    expect(`${getEmbeddingQueue.method} ${getEmbeddingQueue.path}`).toBe("GET /embedding/sqs/get");
    const reply = await admin.proxy(getEmbeddingQueue, {});
    expect(reply.status).toBe(200);
    const body: unknown = JSON.parse(String(reply.body.body));
    expect(body).toEqual({
      success: true,
      messages: [active, queued, failed, terminated],
      counts: { waiting: 1, active: 1, failed: 1 },
      model: expect.any(String),
    });
    // The names of people's documents are content.
    expect(JSON.stringify(body)).not.toContain("animals");
    expect((await person.proxy(getEmbeddingQueue, {})).status).toBe(403);
  });

  test("[A7.27] an administrator terminates one by the file's key: it stays terminated, and full text still finds the document", async () => {
    const file = await uploadTestFile(server, person, {
      name: "weasels.md",
      content: "Weasels live under the bridge by the mill.",
    });
    const { id } = await waitForState(file.id, "ready");
    await server.platform.db
      .updateTable("documents")
      .set({ embedding_state: "embedding" })
      .where("id", "=", id)
      .execute();
    await server.platform.db.deleteFrom("chunk_vectors").where("document_id", "=", id).execute();
    const otherFile = await uploadTestFile(server, person, { name: "stoats.md", content: "Stoats live elsewhere." });
    const { id: otherId } = await waitForState(otherFile.id, "ready");
    const setQueued = { embedding_state: "queued" } as const;
    await server.platform.db.updateTable("documents").set(setQueued).where("id", "=", otherId).execute();
    expect(`${terminateEmbedding.method} ${terminateEmbedding.path}`).toBe("POST /embedding/terminate");
    expect((await person.proxy(terminateEmbedding, { object_key: file.id })).status).toBe(403);
    expect((await admin.proxy(terminateEmbedding, { object_key: file.id })).status).toBe(200);
    await resumeEmbeddings(server.platform);
    expect(await search("weasels", [file.id])).toHaveLength(1);
    expect((await getState(file.id)).embedding_state).toBe("terminated");
    expect((await getState(otherFile.id)).embedding_state).not.toBe("terminated");
    expect(await listVectorModels(id)).toEqual([]);
    expect((await admin.proxy(terminateEmbedding, { object_key: file.id })).status).toBe(404);
    expect((await admin.proxy(terminateEmbedding, { object_key: "nobody/2026-01-01/none.json" })).status).toBe(404);
  });

  test("that are terminated stop at once; the owner is told, and an administrator can request them again", async () => {
    const held = modelServer.holdNextEmbedding();
    const file = await uploadTestFile(server, person, {
      name: "shrews.md",
      content: "Shrews live under the old mill.",
    });
    await held.reached;
    await waitForState(file.id, "embedding");
    const getProblem = async () =>
      (await person.proxy(getFiles, { keys: [file.id] })).result.items.map(({ embeddingProblem }) => embeddingProblem);
    expect(await getProblem()).toEqual([undefined]);
    expect((await admin.proxy(terminateEmbedding, { object_key: `s3://${file.id}` })).status).toBe(200);
    await held.closed;
    expect((await getState(file.id)).embedding_state).toBe("terminated");
    expect(await getProblem()).toEqual(["terminated"]);
    expect(await search("shrews", [file.id])).toHaveLength(1);
    expect((await person.proxy(retryEmbedding, { object_key: file.id })).status).toBe(403);
    expect((await admin.proxy(retryEmbedding, { object_key: file.id })).status).toBe(200);
    const { id } = await waitForState(file.id, "ready");
    expect(await listVectorModels(id)).toHaveLength(1);
    expect(await getProblem()).toEqual([undefined]);
    // Only what has failed or was terminated is requested again.
    expect((await admin.proxy(retryEmbedding, { object_key: file.id })).status).toBe(404);
    expect((await admin.proxy(retryEmbedding, { object_key: "nobody/2026-01-01/none.json" })).status).toBe(404);
    const audited = await server.platform.db
      .selectFrom("audit")
      .select(["verb", "actor_id", "object_ids"])
      .where("verb", "in", ["terminateEmbedding", "retryEmbedding"])
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    const entry = { actor_id: admin.actor.principal.id, object_ids: [id] };
    expect(audited).toEqual([
      { ...entry, verb: "retryEmbedding" },
      { ...entry, verb: "terminateEmbedding" },
    ]);
  });

  test("of a group's file are listed with the group's name", async () => {
    const group = await createGroup(server.platform, person.actor, { name: "Rodent Studies", types: [], members: {} });
    const file = await uploadTestFile(server, person, { name: "mice.md", content: "Mice live in the barn." });
    await waitForState(file.id, "ready");
    const { db } = server.platform;
    await db.updateTable("files").set({ owner_id: group.id }).where("id", "=", file.id).execute();
    const { id } = await getState(file.id);
    await db.updateTable("documents").set({ embedding_state: "failed" }).where("id", "=", id).execute();
    const { body } = await admin.proxy(getEmbeddingQueue, {});
    expect(JSON.parse(String(body.body)).messages).toContainEqual(
      expect.objectContaining({ messageId: id, object: expect.objectContaining({ user: group.name }) }),
    );
  });

  test("that a model rejects leave full-text search working, for documents and questions", async () => {
    const file = await uploadTestFile(server, person, {
      name: "badgers.md",
      content: "Badgers dig at night. [[status: 400]]",
    });
    await waitForState(file.id, "failed");
    expect(await search("badgers [[status: 500]]", [file.id])).toHaveLength(1);
  });

  test("are not created if the configuration says none", async () => {
    const testApp = await createTestApp({
      documents: reader.documents,
      environment: { OPENAI_COMPATIBLE_URL: modelServer.url, EMBEDDINGS_MODEL: "none" },
    });
    onTestFinished(() => testApp.close());
    await seedModels(testApp.platform);
    const someone = await testApp.signIn("cy@example.org");
    const file = await uploadTestFile(testApp, someone, { name: "none.md", content: "Swifts return in May." });
    const row = await testApp.platform.db
      .selectFrom("documents")
      .select(["id", "embedding_state"])
      .executeTakeFirstOrThrow();
    await requestEmbedding(testApp.platform, row.id);
    expect(row.embedding_state).toBe("none");
    expect(
      (await someone.rest(dualRetrieval, { userInput: "swifts", dataSources: [file.id] })).result.result,
    ).toHaveLength(1);
    expect(modelServer.embeddings()).toEqual([]);
  });
});
