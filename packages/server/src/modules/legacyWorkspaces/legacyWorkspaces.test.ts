import { limits, listLegacyWorkspaces, loadLegacyWorkspace } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { importWorkspaces, splitLines } from "./importWorkspaces.ts";

const data = { version: 3, history: [{ id: "c", name: "Lenses", messages: [] }], folders: [], prompts: [] };
const first = { key: "first", note: "Before the exam", sharedAt: "2024-05-01T08:00:00.000Z" };

describe("workspaces of an earlier product", () => {
  let server: TestApp;
  let ann: TestPerson;
  let ben: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    [ann, ben] = [await server.signIn(address("ann")), await server.signIn(address("ben"))];
  });

  const address = (name: string) => `${name}${count}@example.org`;
  const importLines = (...lines: unknown[]) =>
    importWorkspaces(
      server.platform.db,
      (async function* () {
        for (const line of lines) yield typeof line === "string" ? line : JSON.stringify(line);
      })(),
    );
  const list = async (person: TestPerson) => (await person.proxy(listLegacyWorkspaces, {})).result.items;

  test("[A3.20] a workspace has a key, a note and the time of sharing, and may have a name, description, id, times, tags and data; its owner lists and loads it, and nobody else finds it", async () => {
    const details = {
      name: "Optics",
      description: "All about lenses",
      id: "workspace-1",
      createdAt: "2024-04-01T08:00:00.000Z",
      updatedAt: "2024-04-02T08:00:00.000Z",
      lastAccessedAt: "2024-04-03T08:00:00.000Z",
      tags: ["physics"],
    };
    const second = { key: "second", note: "", sharedAt: "2024-06-01T08:00:00.000Z", ...details };
    const email = ` ${address("ANN").toUpperCase()}`;
    expect(await importLines({ ...first, email, data }, "", { ...second, email, data: data.history })).toEqual({
      imported: 2,
      problems: [],
    });
    expect(await list(ann)).toEqual([second, first]);
    const load = async (key: string) => (await ann.proxy(loadLegacyWorkspace, { key })).result.item;
    expect(JSON.parse(await load("first"))).toEqual(data);
    expect(JSON.parse(await load("second"))).toEqual(data.history);
    expect(await list(ben)).toEqual([]);
    expect((await ben.proxy(loadLegacyWorkspace, { key: "first" })).status).toBe(404);
    expect((await ann.proxy(loadLegacyWorkspace, { key: "third" })).status).toBe(404);
  });

  test("a second import replaces what it finds, and somebody who signs in later finds theirs", async () => {
    const email = address("later");
    await importLines({ ...first, email, data });
    await importLines({ ...first, email, note: "Corrected", data: [] });
    const later = await server.signIn(email);
    expect(await list(later)).toEqual([{ ...first, note: "Corrected" }]);
    expect((await later.proxy(loadLegacyWorkspace, { key: "first" })).result.item).toBe("[]");
  });

  test("an address that is not verified opens nothing", async () => {
    await importLines({ ...first, email: address("ann"), data });
    await server.platform.db
      .updateTable("users")
      .set({ email_verified: false })
      .where("email", "=", address("ann"))
      .execute();
    expect(await list(ann)).toEqual([]);
    expect((await ann.proxy(loadLegacyWorkspace, { key: "first" })).status).toBe(404);
  });

  test("a text with half a character or a separator of paragraphs is imported", async () => {
    const file = `${JSON.stringify({ ...first, email: address("ann"), name: "A\ud800", note: "One\u2028two", data })}\r\n`;
    const chunks = (async function* () {
      yield file.slice(0, 20);
      yield file.slice(20);
    })();
    expect(await importWorkspaces(server.platform.db, splitLines(chunks))).toEqual({ imported: 1, problems: [] });
    expect(await list(ann)).toEqual([{ ...first, name: "A\ufffd", note: "One\u2028two" }]);
  });

  test("lines that cannot be imported are named with the reason, and the others are imported", async () => {
    const email = address("ann");
    const { imported, problems } = await importLines(
      "{",
      { ...first, email: "nobody", data },
      { ...first, email, data: "text" },
      { ...first, email, data, sharedAt: "yesterday" },
      { ...first, email, data: ["x".repeat(limits.shareCharacters)] },
      { ...first, email, data },
    );
    expect(imported).toBe(1);
    expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, reason] of ["not JSON", "is not an email address", "data", "sharedAt", "longer"].entries())
      expect(problems[index]?.reason).toContain(reason);
  });
});
