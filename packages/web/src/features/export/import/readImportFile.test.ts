import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { ImportError } from "./importTypes.ts";
import { type ImportLimits, importLimits, readImportFile } from "./readImportFile.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const now = new Date("2026-11-21T12:00:00.000Z");
const toBlob = (bytes: Uint8Array | string) => new Blob([typeof bytes === "string" ? bytes : bytes.slice()]);
const read = (bytes: Uint8Array | string, limits: Partial<ImportLimits> = {}) =>
  readImportFile(toBlob(bytes), now, { ...importLimits, ...limits });
const createConversation = (id: string) => ({ id, name: id, messages: [{ role: "user", content: "Hi" }] });
const toJson = (...ids: string[]) => JSON.stringify(ids.map(createConversation));

describe("an import file", () => {
  test("may be JSON, with or without a byte order mark", async () => {
    expect((await read(toJson("a"))).conversations).toMatchObject([{ id: "a" }]);
    expect((await read(`\ufeff${toJson("a")}`)).conversations).toHaveLength(1);
  });

  test("may be an archive with conversations in a folder and in several files", async () => {
    const archive = zipSync({
      "export/conversations-1.json": strToU8(toJson("a")),
      "export/conversations-2.json": strToU8(toJson("b", "c")),
      "users.json": strToU8("{"),
      "../../evil.json": strToU8("{"),
    });
    expect((await read(archive)).conversations.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    const storedArchive = zipSync({ "conversations.json": [strToU8(toJson("a")), { level: 0 }] });
    expect((await read(storedArchive)).conversations).toHaveLength(1);
  });

  test("may contain a damaged file, which is named while the others are read", async () => {
    const archive = zipSync({
      "conversations-000.json": strToU8(toJson("a")),
      "conversations-001.json": strToU8(toJson("b").slice(0, -3)),
      "chatbot_ui_history_11-21.json": strToU8(JSON.stringify({ version: 4, history: [createConversation("c")] })),
      "chatbot_ui_history_11-22.json": strToU8(JSON.stringify({ version: 4, history: [createConversation("c")] })),
    });
    const { conversations, skipped } = await read(archive);
    expect(conversations.map(({ id }) => id)).toEqual(["c", "a"]);
    expect(skipped).toEqual([
      { name: "conversations-001.json", reason: expect.stringContaining("damaged") },
      { name: "c", reason: "It is in the file more than once." },
    ]);
    const none = zipSync({ "conversations-0.json": strToU8("["), "conversations-1.json": strToU8("[") });
    await expect(read(none)).rejects.toThrow("damaged");
  });

  test.each([0, 6] as const)("may contain images, which do not stay in memory (level %i)", async (level) => {
    const image = crypto.getRandomValues(new Uint8Array(60_000));
    const images = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`image-${index}.png`, [image, { level }] as [Uint8Array, object]]),
    );
    const archive = zipSync({ ...images, "conversations.json": strToU8(toJson("a")) });
    const chunks: WeakRef<ArrayBuffer>[] = [];
    let maxRetained = 0;
    const trackedFile = {
      size: archive.length,
      slice: (from: number, to: number) => ({
        async arrayBuffer() {
          // `deref` keeps its target alive until the current turn of the event loop ends.
          await new Promise((resolve) => setImmediate(resolve));
          collectGarbage();
          maxRetained = Math.max(maxRetained, chunks.filter((chunk) => chunk.deref()).length);
          const chunk = archive.slice(from, to).buffer;
          chunks.push(new WeakRef(chunk));
          return chunk;
        },
      }),
    };
    // `readImportFile` uses only `size` and `slice` of the blob.
    const { conversations } = await readImportFile(trackedFile as unknown as Blob, now);
    expect(conversations).toHaveLength(1);
    expect(chunks.length).toBeGreaterThan(10);
    expect(maxRetained).toBeLessThan(6);
  });

  test("is rejected with a reason if it is too large, truncated, empty, or without conversations", async () => {
    const archiveBytes = zipSync({
      "conversations.json": strToU8(toJson(...Array.from({ length: 2_000 }, (_, index) => `c${index}`))),
    });
    await expect(read(toJson("a"), { maxJsonBytes: 10 })).rejects.toThrow("too large");
    await expect(read(archiveBytes, { maxFileBytes: 10 })).rejects.toThrow("too large");
    await expect(read(archiveBytes.slice(0, archiveBytes.length / 2))).rejects.toThrow(ImportError);
    await expect(read(toJson("a").slice(0, -3))).rejects.toThrow("damaged");
    await expect(read("")).rejects.toThrow(ImportError);
    await expect(read(zipSync({ "a.json": strToU8("[]") }))).rejects.toThrow("This archive contains no chats.");
  });

  test("is rejected while reading if it inflates endlessly or has too many entries", async () => {
    const bomb = zipSync({ "conversations.json": new Uint8Array(30_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(read(bomb, { maxJsonBytes: 1_000_000 })).rejects.toThrow("too large");
    const manyFiles = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, new Uint8Array(1)]));
    await expect(read(zipSync(manyFiles), { maxEntries: 200 })).rejects.toThrow("too large");
  });

  test("is either read or rejected, whatever bytes are damaged", async () => {
    const archive = zipSync({ "conversations.json": strToU8(toJson("a", "b")) });
    const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(archive.length), async (changes, length) => {
        const bytes = archive.slice(0, length);
        for (const [offset, value] of changes) if (offset < bytes.length) bytes[offset] = value;
        const outcome = await read(bytes).catch((error: unknown) => error);
        expect(outcome instanceof ImportError || (outcome as { kind?: string }).kind === "workspace").toBe(true);
      }),
      { numRuns: getFuzzRunCount(200) },
    );
  });
});
