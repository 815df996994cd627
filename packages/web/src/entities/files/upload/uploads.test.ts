import { type FileRecord, fileTexts, type UploadStatus } from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attachmentOfRecord, attachmentOfSource } from "./attachment.ts";
import { type Put, PutError } from "./putFile.ts";
import { PresignError, type UploadPorts } from "./uploadPorts.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const rules = { acceptsImages: true, maxBytes: 1_000 };
const textFile = (name: string, content = "words") => new File([content], name, { type: "text/plain" });

/** A server as the uploads see it, and the browser around them. */
class World implements UploadPorts {
  online = true;
  readonly alerts: [string, string][] = [];
  readonly storage = new Map<string, string>();
  readonly begun: string[] = [];
  readonly discarded: string[] = [];
  readonly retried: string[] = [];
  /** The bytes that are on their way, by name. */
  readonly puts = new Map<string, Put & { done: () => void; fail: (error: Error) => void }>();
  readonly statuses = new Map<string, UploadStatus>();
  readonly records = new Map<string, FileRecord>();
  refuseBegin: Error | null = null;
  asked = 0;
  #keys = new Map<string, string>();

  async begin({ name }: { name: string }) {
    if (this.refuseBegin) throw this.refuseBegin;
    this.begun.push(name);
    const key = `u1/2026-11-21/${name}.json`;
    this.#keys.set(`put:${key}`, name);
    return { url: `put:${key}`, key, statusUrl: `status:${key}`, contentUrl: "", metadataUrl: "" };
  }
  put(put: Put) {
    return new Promise<void>((resolve, reject) => {
      this.puts.set(this.#keys.get(put.url) ?? "", { ...put, done: resolve, fail: reject });
      put.signal.addEventListener("abort", () => reject(put.signal.reason));
    });
  }
  async readStatus({ key }: { key: string }) {
    this.asked += 1;
    const status = this.statuses.get(key);
    if (!status) throw new TypeError("Failed to fetch");
    return status;
  }
  async findFiles(keys: readonly string[]) {
    return keys.flatMap((key) => this.records.get(key) ?? []);
  }
  async retry(key: string) {
    this.retried.push(key);
  }
  async discard(key: string) {
    this.discarded.push(key);
  }
  isOnline() {
    return this.online;
  }
  alert(text: string, reason: string) {
    this.alerts.push([text, reason]);
  }
  read(name: string) {
    return this.storage.get(name) ?? null;
  }
  write(name: string, value: string | null) {
    if (value === null) this.storage.delete(name);
    else this.storage.set(name, value);
  }
  filesChanged() {}
}

const keyOf = (name: string) => `u1/2026-11-21/${name}.json`;

function recordOf(name: string, changes: Partial<FileRecord> = {}): FileRecord {
  return {
    id: keyOf(name),
    name,
    type: "text/plain",
    createdAt: "2026-11-21T10:00:00.000Z",
    tags: [],
    size: 5,
    state: "ready",
    progress: 100,
    reason: null,
    canRetry: false,
    totalTokens: 7,
    totalItems: 2,
    isImage: false,
    groupId: null,
    contentKey: null,
    ...changes,
  };
}

let world: World;
let uploads: Uploads;
const drafts = (draftKey = "c1") => uploads.getState().byDraft[draftKey] ?? [];
const states = (draftKey = "c1") => drafts(draftKey).map(({ name, state, progress }) => `${name} ${state} ${progress}`);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  world = new World();
  uploads = createUploads(world);
});
afterEach(() => void vi.useRealTimers());

/** Uploads a file whose text the server takes at once. */
async function uploadReady(name: string, draftKey = "c1"): Promise<void> {
  world.statuses.set(keyOf(name), { state: "ready", progress: 100 });
  world.records.set(keyOf(name), recordOf(name));
  uploads.addFiles(draftKey, [textFile(name)], rules);
  await settle();
  world.puts.get(name)?.done();
  await settle();
}

describe("an upload", () => {
  test("[C4.01, C4.02, C9.02] goes from 0 to 95 while its bytes leave, waits for the server every 500 ms, and shows 100 when it is ready", async () => {
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    expect(states()).toEqual(["a.txt asking 0"]);
    await settle();
    world.puts.get("a.txt")?.onProgress(0.4);
    expect(states()).toEqual(["a.txt uploading 40"]);
    world.puts.get("a.txt")?.onProgress(1);
    expect(states()).toEqual(["a.txt uploading 95"]);
    world.statuses.set(keyOf("a.txt"), { state: "extracting", progress: 50 });
    world.puts.get("a.txt")?.done();
    await settle();
    expect(states()).toEqual(["a.txt processing 95"]);
    const before = world.asked;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(world.asked - before).toBe(3);
    world.statuses.set(keyOf("a.txt"), { state: "ready", progress: 100 });
    world.records.set(keyOf("a.txt"), recordOf("a.txt"));
    await vi.advanceTimersByTimeAsync(500);
    expect(states()).toEqual(["a.txt ready 100"]);
    expect(uploads.getState().announcement).toBe("a.txt uploaded");
    expect(drafts()[0]?.source).toEqual({
      id: `s3://${keyOf("a.txt")}`,
      key: keyOf("a.txt"),
      name: "a.txt",
      type: "text/plain",
      metadata: { totalItems: 2 },
      totalTokens: 7,
    });
  });

  test("runs beside two others; the rest wait for their turn", async () => {
    const names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
    uploads.addFiles(
      "c1",
      names.map((name) => textFile(name)),
      rules,
    );
    await settle();
    expect([...world.puts.keys()]).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(states().slice(3)).toEqual(["d.txt waiting 0", "e.txt waiting 0"]);
    world.puts.get("b.txt")?.done();
    await settle();
    expect([...world.puts.keys()]).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
  });

  test("[C9.17] of a name that is there already gets three random characters", () => {
    uploads.addFiles("c1", [textFile("my report.txt"), textFile("my_report.txt")], rules);
    const [first, second] = drafts().map(({ name }) => name);
    expect(first).toBe("my_report.txt");
    expect(second).toMatch(/^my_report_[a-z0-9]{3}\.txt$/);
  });
});

describe("a failure", () => {
  test("[C4.03, C8.05] by silence for 30 s since the last change alerts, and the document stays with its reason and can be tried again", async () => {
    world.statuses.set(keyOf("a.txt"), { state: "extracting", progress: 0 });
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    world.puts.get("a.txt")?.done();
    await vi.advanceTimersByTimeAsync(29_000);
    world.statuses.set(keyOf("a.txt"), { state: "extracting", progress: 10 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(world.alerts).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(world.alerts).toEqual([["upload failed", expect.stringMatching(/^a\.txt: .*longer than usual/)]]);
    expect(states()).toEqual(["a.txt failed 95"]);

    world.statuses.set(keyOf("a.txt"), { state: "ready", progress: 100 });
    uploads.retry(drafts()[0]?.id ?? "");
    await settle();
    expect(states()).toEqual(["a.txt ready 100"]);
    expect(world.puts.size).toBe(1);
  });

  test("of the extraction shows the server's reason", async () => {
    world.statuses.set(keyOf("a.txt"), { state: "failed", progress: 0, reason: "The file is damaged." });
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    world.puts.get("a.txt")?.done();
    await settle();
    expect(world.alerts).toEqual([["upload failed", "a.txt: The file is damaged."]]);
    expect(drafts()[0]?.reason).toBe("The file is damaged.");
    uploads.retry(drafts()[0]?.id ?? "");
    await settle();
    expect(world.retried).toEqual([keyOf("a.txt")]);
  });

  test("of the bytes is told, and another try sends them again", async () => {
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    world.puts.get("a.txt")?.fail(new PutError(fileTexts.putFailed(507), false));
    await settle();
    expect(world.alerts).toEqual([["upload failed", "a.txt: Upload failed with status code 507"]]);
    uploads.retry(drafts()[0]?.id ?? "");
    await settle();
    expect(world.begun).toEqual(["a.txt", "a.txt"]);
    expect(states()).toEqual(["a.txt uploading 0"]);
  });

  test("of the address is told", async () => {
    world.refuseBegin = new PresignError(fileTexts.presignFailed("403"), false);
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    expect(world.alerts).toEqual([["upload failed", "a.txt: Failed to get presigned url: 403"]]);
  });

  test("for want of a network waits without a word, and goes on when it is back", async () => {
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    world.online = false;
    world.puts.get("a.txt")?.fail(new PutError(fileTexts.putNetworkError, true));
    await settle();
    expect(world.alerts).toEqual([]);
    expect(drafts()[0]).toMatchObject({ state: "waiting", reason: "Waiting for the network." });
    uploads.addFiles("c1", [textFile("b.txt")], rules);
    await settle();
    expect(world.begun).toEqual(["a.txt"]);
    world.online = true;
    uploads.resume();
    await settle();
    expect(world.begun).toEqual(["a.txt", "a.txt", "b.txt"]);
  });

  test("[C8.04] of the network while there seems to be one is told, and tried again when the browser is back online", async () => {
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    world.puts.get("a.txt")?.fail(new PutError(fileTexts.putNetworkError, true));
    await settle();
    expect(world.alerts).toEqual([["upload failed", "a.txt: Network error occurred during file upload."]]);
    uploads.resume();
    await settle();
    expect(world.begun).toEqual(["a.txt", "a.txt"]);
  });

  test("[C4.03] by the person's own wish is silent, and nothing is left behind", async () => {
    uploads.addFiles("c1", [textFile("a.txt")], rules);
    await settle();
    uploads.remove(drafts()[0]?.id ?? "");
    await settle();
    expect(world.alerts).toEqual([]);
    expect(drafts()).toEqual([]);
    expect(world.discarded).toEqual([keyOf("a.txt")]);
    expect(uploads.isBusy()).toBe(false);
  });

  test("of what cannot be taken at all is told before anything is sent", async () => {
    uploads.addFiles("c1", [textFile("a"), textFile("b.exe"), textFile("c.xls"), textFile("d.txt", "")], rules);
    uploads.addFiles("c1", [textFile("e.txt", "x".repeat(1_001))], rules);
    expect(world.alerts).toEqual([
      ["This file type is not supported.", "a, b.exe"],
      ["This file type is not supported. Please save the file as xlsx.", "c.xls"],
      ["This file is empty.", "d.txt"],
      ["This file is too large: it has 1 KB, and at most 1 KB can be uploaded.", "e.txt"],
    ]);
    expect(drafts()).toEqual([]);
  });
});

describe("the documents of a draft", () => {
  test("survive a reload once their bytes are sent, and are looked at again", async () => {
    await uploadReady("a.txt");
    await uploadReady("b.txt");
    world.statuses.set(keyOf("c.txt"), { state: "queued", progress: 0 });
    uploads.addFiles("c1", [textFile("c.txt"), textFile("d.txt")], rules);
    await settle();
    world.puts.get("c.txt")?.done();
    await settle();
    uploads.addAttachments("c1", [attachmentOfSource({ id: "tag://law?ragOnly=true", name: "tag:law" })]);

    world.records.delete(keyOf("b.txt"));
    uploads = createUploads(world);
    uploads.restore("c1", new Set());
    await settle();
    expect(states()).toEqual(["a.txt ready 100", "b.txt failed 0", "c.txt processing 95", "tag:law ready 100"]);
    world.statuses.set(keyOf("c.txt"), { state: "ready", progress: 100 });
    await vi.advanceTimersByTimeAsync(500);
    expect(states()).toContain("c.txt ready 100");
  });

  test("are taken with a message, and come back when it was not sent", async () => {
    await uploadReady("a.txt");
    const taken = uploads.take("c1");
    expect(drafts()).toEqual([]);
    expect(uploads.getState().announcement).toBe("");
    expect(world.storage.has("documents:c1")).toBe(true);
    uploads.settle(taken, "returned", "c1", "c1");
    expect(states()).toEqual(["a.txt ready 100"]);

    uploads.settle(uploads.take("c1"), "accepted", "c1", "c1");
    expect(drafts()).toEqual([]);
    expect(world.storage.size).toBe(0);
  });

  test("that came back with a message are looked at again: one that is gone says so", async () => {
    await uploadReady("a.txt");
    await uploadReady("b.txt");
    world.records.delete(keyOf("a.txt"));
    uploads.settle(uploads.take("c1"), "returned", "c1", "c1");
    await settle();
    expect(states()).toEqual(["a.txt failed 0", "b.txt ready 100"]);
    expect(drafts()[0]?.reason).toBe("This file is no longer among your files.");
  });

  test("of a message that only this page has are there after a reload, unless the conversation has got it after all", async () => {
    await uploadReady("a.txt");
    uploads.settle(uploads.take("c1"), "unsent", "c1", "c1");
    expect(drafts()).toEqual([]);
    uploads = createUploads(world);
    uploads.restore("c1", new Set());
    expect(states()).toEqual(["a.txt ready 100"]);

    uploads.settle(uploads.take("c1"), "unsent", "c1", "c1");
    uploads = createUploads(world);
    uploads.restore("c1", new Set([keyOf("a.txt")]));
    expect(drafts()).toEqual([]);
    expect(world.storage.size).toBe(0);
  });

  test("move along when the draft gets another name, those on their way included", async () => {
    await uploadReady("a.txt", "new");
    uploads.addFiles("new", [textFile("b.txt")], rules);
    await settle();
    uploads.move("new", "c1");
    expect(states()).toEqual(["a.txt ready 100", "b.txt uploading 0"]);
    expect(drafts("new")).toEqual([]);
    world.puts.get("b.txt")?.onProgress(0.5);
    expect(states()).toContain("b.txt uploading 50");
    expect([...world.storage.keys()]).toEqual(["documents:c1"]);
  });

  test("are each there once, however often they are chosen", async () => {
    const record = recordOf("a.txt");
    uploads.addAttachments("c1", [attachmentOfRecord(record)]);
    uploads.addAttachments("c1", [attachmentOfRecord(record)]);
    expect(states()).toEqual(["a.txt ready 100"]);
  });
});
