import { type FileRecord, fileTexts, type UploadStatus } from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dispatchBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { createRecordAttachment, createSourceAttachment } from "./attachment.ts";
import { PutError, type PutRequest } from "./putFile.ts";
import { PresignError, type UploadEnvironment } from "./uploadEnvironment.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const rules = { acceptsImages: true, maxBytes: 1_000, allowedExtensions: null };
const createTextFile = (name: string, content = "words") => new File([content], name, { type: "text/plain" });

/** Fakes the server and the browser. */
class FakeEnvironment implements UploadEnvironment {
  online = true;
  readonly alerts: [string, string][] = [];
  readonly closedAlerts: string[] = [];
  /** Whether the page shows what the last alert is about. */
  isAlertOnPage = false;
  readonly storage = new Map<string, string>();
  readonly requested: string[] = [];
  readonly discarded: string[] = [];
  readonly retried: string[] = [];
  /** The uploads in progress, by file name. */
  readonly puts = new Map<string, PutRequest & { done: () => void; fail: (error: Error) => void }>();
  readonly statuses = new Map<string, UploadStatus>();
  readonly records = new Map<string, FileRecord>();
  requestError: Error | null = null;
  statusReads = 0;
  #keys = new Map<string, string>();

  /** The person's files, by name. */
  readonly identicalFiles = new Map<string, FileRecord>();
  readonly notices: string[] = [];

  async findIdentical({ name }: { name: string }) {
    return this.identicalFiles.get(name) ?? null;
  }
  showNotUploaded(name: string, place: string) {
    this.notices.push(`${name} (${place})`);
  }
  async requestUpload({ name }: { name: string }) {
    if (this.requestError) throw this.requestError;
    this.requested.push(name);
    const key = `u1/2026-11-21/${name}.json`;
    this.#keys.set(`put:${key}`, name);
    return { url: `put:${key}`, key, statusUrl: `status:${key}`, contentUrl: "", metadataUrl: "" };
  }
  put(request: PutRequest) {
    return new Promise<void>((resolve, reject) => {
      this.puts.set(this.#keys.get(request.url) ?? "", { ...request, done: resolve, fail: reject });
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  }
  async readStatus({ key }: { key: string }) {
    this.statusReads += 1;
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
  showError(text: string, reason: string, isOnPage: boolean) {
    this.alerts.push([text, reason]);
    this.isAlertOnPage = isOnPage;
  }
  closeError(text: string) {
    this.closedAlerts.push(text);
  }
  readStored(key: string) {
    return this.storage.get(key) ?? null;
  }
  writeStored(key: string, value: string | null) {
    if (value === null) this.storage.delete(key);
    else this.storage.set(key, value);
  }
  onFilesChanged() {}
}

const getKey = (name: string) => `u1/2026-11-21/${name}.json`;

function createRecord(name: string, changes: Partial<FileRecord> = {}): FileRecord {
  return {
    id: getKey(name),
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

let env: FakeEnvironment;
let uploads: Uploads;
const getAttachments = (draftKey = "c1") => uploads.getState().byDraft[draftKey] ?? [];
const listStates = (draftKey = "c1") =>
  getAttachments(draftKey).map(({ name, state, progress }) => `${name} ${state} ${progress}`);
const flush = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  env = new FakeEnvironment();
  uploads = createUploads(env);
});
afterEach(() => void vi.useRealTimers());

/** Counts who listens to the server's events about files: who reads the key of one about another file. */
function countListeners(): number {
  const readKey = vi.fn(() => "another");
  dispatchBrowserEvent(
    {
      type: "file",
      get key() {
        return readKey();
      },
      state: "ready",
    },
    true,
  );
  return readKey.mock.calls.length;
}

/** Uploads a file whose text the server extracts immediately. */
async function uploadReady(name: string, draftKey = "c1"): Promise<void> {
  env.statuses.set(getKey(name), { state: "ready", progress: 100 });
  env.records.set(getKey(name), createRecord(name));
  uploads.addFiles(draftKey, [createTextFile(name)], rules);
  await flush();
  env.puts.get(name)?.done();
  await flush();
}

describe("an upload", () => {
  // A deliberate deviation: the status is polled at its own address, because the metadata only exists once the file is
  // ready.
  test("[C4.01, C4.02, C9.02] goes from 0 to 95 while uploading, polls the server every 500 ms, and shows 100 when ready", async () => {
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    expect(listStates()).toEqual(["a.txt starting 0"]);
    await flush();
    env.puts.get("a.txt")?.onProgress(0.4);
    expect(listStates()).toEqual(["a.txt uploading 40"]);
    env.puts.get("a.txt")?.onProgress(1);
    expect(listStates()).toEqual(["a.txt uploading 95"]);
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 50 });
    env.puts.get("a.txt")?.done();
    await flush();
    expect(listStates()).toEqual(["a.txt processing 95"]);
    const readsBefore = env.statusReads;
    await vi.advanceTimersByTimeAsync(499);
    expect(env.statusReads - readsBefore).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(env.statusReads - readsBefore).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(env.statusReads - readsBefore).toBe(3);
    expect(listStates()).toEqual(["a.txt processing 95"]);
    expect(getAttachments()[0]?.readPercent).toBe(50);
    env.statuses.set(getKey("a.txt"), { state: "ready", progress: 100 });
    env.records.set(getKey("a.txt"), createRecord("a.txt"));
    await vi.advanceTimersByTimeAsync(500);
    expect(listStates()).toEqual(["a.txt ready 100"]);
    expect(uploads.getState().announcement).toBe("a.txt uploaded");
    expect(getAttachments()[0]?.source).toEqual({
      id: `s3://${getKey("a.txt")}`,
      key: getKey("a.txt"),
      name: "a.txt",
      type: "text/plain",
      metadata: { totalItems: 2 },
      totalTokens: 7,
    });
  });

  test("[C4.01] runs in parallel with two others, each with its own progress; the rest are queued", async () => {
    const names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
    uploads.addFiles(
      "c1",
      names.map((name) => createTextFile(name)),
      rules,
    );
    await flush();
    expect([...env.puts.keys()]).toEqual(["a.txt", "b.txt", "c.txt"]);
    env.puts.get("a.txt")?.onProgress(0);
    env.puts.get("b.txt")?.onProgress(0.94);
    env.puts.get("c.txt")?.onProgress(0.96);
    expect(listStates()).toEqual([
      "a.txt uploading 0",
      "b.txt uploading 94",
      "c.txt uploading 95",
      "d.txt waiting 0",
      "e.txt waiting 0",
    ]);
    env.puts.get("b.txt")?.done();
    await flush();
    expect([...env.puts.keys()]).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
  });

  test("[C9.17] with a name that is taken gets three random characters", () => {
    uploads.addFiles("c1", [createTextFile("my report.txt"), createTextFile("my_report.txt")], rules);
    const [first, second] = getAttachments().map(({ name }) => name);
    expect(first).toBe("my_report.txt");
    expect(second).toMatch(/^my_report_[a-z0-9]{3}\.txt$/);
    const drafts = Array.from({ length: 20 }, (_, index) => `draft ${index}`);
    for (const draft of drafts) uploads.addFiles(draft, [createTextFile("a.txt"), createTextFile("a.txt")], rules);
    const suffixedNames = drafts.map((draft) => getAttachments(draft)[1]?.name);
    expect(new Set(suffixedNames).size).toBeGreaterThan(1);
  });
});

describe("a failure", () => {
  test("of a document that takes too long ends by itself when the server tells that it was read", async () => {
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 0 });
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    env.puts.get("a.txt")?.done();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(listStates()).toEqual(["a.txt failed 95"]);
    env.statuses.set(getKey("a.txt"), { state: "ready", progress: 100 });
    dispatchBrowserEvent({ type: "file", key: "another", state: "ready" }, true);
    await flush();
    expect(listStates()).toEqual(["a.txt failed 95"]);
    dispatchBrowserEvent({ type: "file", key: getKey("a.txt"), state: "ready" }, true);
    await flush();
    expect(listStates()).toEqual(["a.txt ready 100"]);
    expect(env.closedAlerts).toEqual(["upload failed"]);
  });

  test("of a document that takes too long is no longer waited for once it is removed or tried again", async () => {
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 0 });
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    env.puts.get("a.txt")?.done();
    await vi.advanceTimersByTimeAsync(31_000);
    const id = getAttachments()[0]?.id ?? "";
    const count = countListeners();
    uploads.retry(id);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(listStates()).toEqual(["a.txt failed 95"]);
    expect(countListeners()).toBe(count);
    uploads.remove(id);
    expect(countListeners()).toBe(count - 1);
  });

  test("is not that a document is queued for longer than 30 s, while the server makes progress with others", async () => {
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 0 });
    env.statuses.set(getKey("b.txt"), { state: "queued", progress: 0 });
    uploads.addFiles("c1", [createTextFile("a.txt"), createTextFile("b.txt")], rules);
    await flush();
    env.puts.get("a.txt")?.done();
    env.puts.get("b.txt")?.done();
    for (const progress of [20, 40, 60]) {
      await vi.advanceTimersByTimeAsync(20_000);
      env.statuses.set(getKey("a.txt"), { state: "extracting", progress });
    }
    env.statuses.set(getKey("a.txt"), { state: "ready", progress: 100 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(listStates()).toEqual(["a.txt ready 100", "b.txt processing 95"]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(env.alerts).toEqual([["upload failed", "b.txt"]]);
  });

  // A deliberate deviation: the 30 s count from the last change of the status instead of from the upload, because a long
  // document takes longer while its progress continues.
  test("[C4.02, C9.02, C4.03, C8.05] after 30 s without a change shows an alert; the document stays with its reason and can be retried", async () => {
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 0 });
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    env.puts.get("a.txt")?.done();
    await vi.advanceTimersByTimeAsync(29_000);
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 10 });
    // The next poll sees the change.
    await vi.advanceTimersByTimeAsync(500);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(env.alerts).toEqual([]);
    expect(listStates()).toEqual(["a.txt processing 95"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(env.alerts).toEqual([["upload failed", "a.txt"]]);
    expect(getAttachments()[0]?.reason).toMatch(/longer to read than usual/);
    expect(listStates()).toEqual(["a.txt failed 95"]);

    env.statuses.set(getKey("a.txt"), { state: "ready", progress: 100 });
    uploads.retry(getAttachments()[0]?.id ?? "");
    await flush();
    expect(listStates()).toEqual(["a.txt ready 100"]);
    expect(env.puts.size).toBe(1);
  });

  // A deliberate deviation: the upload has not failed, so no alert says so. The document itself says what is wrong.
  test.each([true, false])(
    "[C4.03] during extraction is announced, not alerted, and shows the server's reason; another attempt helps: %s",
    async (canRetry) => {
      env.statuses.set(getKey("a.txt"), { state: "failed", progress: 0, reason: "The file is damaged." });
      env.records.set(getKey("a.txt"), createRecord("a.txt", { state: "failed", canRetry }));
      uploads.addFiles("c1", [createTextFile("a.txt")], rules);
      await flush();
      env.puts.get("a.txt")?.done();
      await flush();
      expect(env.alerts).toEqual([]);
      expect(uploads.getState().announcement).toBe("a.txt failed: The file is damaged.");
      expect(getAttachments()[0]).toMatchObject({ state: "failed", reason: "The file is damaged.", canRetry });
      uploads.retry(getAttachments()[0]?.id ?? "");
      await flush();
      expect(env.retried).toEqual([getKey("a.txt")]);
    },
  );

  test("[C8.05] has an alert that closes by itself if the page shows the document, and with the document's removal or retry", async () => {
    const failUpload = async (name: string) => {
      uploads.addFiles("c1", [createTextFile(name)], rules);
      await flush();
      env.puts.get(name)?.fail(new PutError(fileTexts.putFailed(507), false));
      await flush();
      return getAttachments().at(-1)?.id ?? "";
    };
    const markGone = [uploads.markShown("c1"), uploads.markShown("c1")] as const;
    const firstId = await failUpload("a.txt");
    expect(env.isAlertOnPage).toBe(true);
    markGone[0]();
    const secondId = await failUpload("b.txt");
    expect(env.isAlertOnPage).toBe(true);
    // The alert is about the second one now.
    uploads.remove(firstId);
    expect(env.closedAlerts).toEqual([]);
    uploads.retry(secondId);
    expect(env.closedAlerts).toEqual(["upload failed"]);
    markGone[1]();
    const thirdId = await failUpload("c.txt");
    expect(env.isAlertOnPage).toBe(false);
    uploads.remove(thirdId);
    expect(env.closedAlerts).toEqual(["upload failed", "upload failed"]);
  });

  test("[C4.03] [C8.04] [C8.05] while uploading shows an alert, and a retry uploads the file again", async () => {
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    env.puts.get("a.txt")?.fail(new PutError(fileTexts.putFailed(507), false));
    await flush();
    expect(env.alerts).toEqual([["upload failed", "a.txt"]]);
    expect(getAttachments()[0]?.reason).toBe("Upload failed with status code 507");
    uploads.retry(getAttachments()[0]?.id ?? "");
    await flush();
    expect(env.requested).toEqual(["a.txt", "a.txt"]);
    expect(listStates()).toEqual(["a.txt uploading 0"]);
  });

  test("[C4.03] [C8.03] [C8.05] to get an upload URL shows an alert", async () => {
    env.requestError = new PresignError(fileTexts.presignFailed("403"), false);
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    expect(env.alerts).toEqual([["upload failed", "a.txt"]]);
    expect(getAttachments()[0]?.reason).toBe("Failed to get presigned url: 403");
  });

  test("while offline shows no alert; the upload waits and resumes when the network is back", async () => {
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    env.online = false;
    env.puts.get("a.txt")?.fail(new PutError(fileTexts.putNetworkError, true));
    await flush();
    expect(env.alerts).toEqual([]);
    expect(getAttachments()[0]).toMatchObject({ state: "waiting", reason: "Waiting for the network." });
    uploads.addFiles("c1", [createTextFile("b.txt")], rules);
    await flush();
    expect(env.requested).toEqual(["a.txt"]);
    env.online = true;
    uploads.resume();
    await flush();
    expect(env.requested).toEqual(["a.txt", "a.txt", "b.txt"]);
  });

  test("[C8.04] of the network while online shows an alert, and is retried when the browser comes back online", async () => {
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    env.puts.get("a.txt")?.fail(new PutError(fileTexts.putNetworkError, true));
    await flush();
    expect(env.alerts).toEqual([["upload failed", "a.txt"]]);
    expect(getAttachments()[0]?.reason).toBe("Network error occurred during file upload.");
    uploads.resume();
    await flush();
    expect(env.requested).toEqual(["a.txt", "a.txt"]);
  });

  test("[C4.03] by cancellation is silent and leaves nothing behind", async () => {
    uploads.addFiles("c1", [createTextFile("a.txt")], rules);
    await flush();
    uploads.remove(getAttachments()[0]?.id ?? "");
    await flush();
    expect(env.alerts).toEqual([]);
    expect(getAttachments()).toEqual([]);
    expect(env.discarded).toEqual([getKey("a.txt")]);
    expect(uploads.isBusy()).toBe(false);
  });

  test("[A5.09] of an unsupported file is refused with a reason before anything is uploaded, until something else is attached or sent", async () => {
    const readRefused = () =>
      uploads.getState().refusedByDraft.c1?.map(({ reason, names }) => [reason, names.join(", ")]) ?? [];
    uploads.addFiles(
      "c1",
      [createTextFile("a"), createTextFile("b.exe"), createTextFile("c.ppt"), createTextFile("d.txt", "")],
      rules,
    );
    expect(readRefused()).toEqual([
      ["This file type is not supported.", "a, b.exe"],
      ["This file type is not supported. Please save the file as pptx.", "c.ppt"],
      ["This file is empty.", "d.txt"],
    ]);
    uploads.addFiles("c1", [createTextFile("e.txt", "x".repeat(1_001))], rules);
    expect(readRefused()).toEqual([["This file is too large (1 KB). The limit is 1 KB.", "e.txt"]]);
    uploads.detach("c1");
    expect(readRefused()).toEqual([]);
    const pdfRules = { ...rules, allowedExtensions: ["pdf", "md"] };
    uploads.addFiles("c1", [createTextFile("f.txt"), createTextFile("g.mp3")], pdfRules);
    expect(readRefused()).toEqual([
      ["This file type is not supported. Please upload a file of type: pdf, md", "f.txt"],
      ["This file type is not supported.", "g.mp3"],
    ]);
    expect(getAttachments()).toEqual([]);
    expect(env.requested).toEqual([]);
    uploads.addFiles("c1", [createTextFile("a __  b.md")], pdfRules);
    expect(readRefused()).toEqual([]);
    expect(getAttachments().map(({ name }) => name)).toEqual(["a_b.md"]);
  });
});

describe("the documents of a draft", () => {
  test("survive a reload once they are uploaded, and are validated again", async () => {
    await uploadReady("a.txt");
    await uploadReady("b.txt");
    env.statuses.set(getKey("c.txt"), { state: "queued", progress: 0 });
    uploads.addFiles("c1", [createTextFile("c.txt"), createTextFile("d.txt")], rules);
    await flush();
    env.puts.get("c.txt")?.done();
    await flush();
    uploads.addAttachments("c1", [createSourceAttachment({ id: "tag://law?ragOnly=true", name: "tag:law" })]);

    env.records.delete(getKey("b.txt"));
    uploads = createUploads(env);
    uploads.restore("c1", new Set());
    await flush();
    expect(listStates()).toEqual(["a.txt ready 100", "b.txt failed 0", "c.txt processing 95", "tag:law ready 100"]);
    env.statuses.set(getKey("c.txt"), { state: "ready", progress: 100 });
    await vi.advanceTimersByTimeAsync(500);
    expect(listStates()).toContain("c.txt ready 100");
  });

  test("are detached for a message, and return if it was not sent", async () => {
    await uploadReady("a.txt");
    const detachedAttachments = uploads.detach("c1");
    expect(getAttachments()).toEqual([]);
    expect(uploads.getState().announcement).toBe("");
    expect(env.storage.has("documents:c1")).toBe(true);
    uploads.settle(detachedAttachments, "returned", "c1", "c1");
    expect(listStates()).toEqual(["a.txt ready 100"]);

    uploads.settle(uploads.detach("c1"), "accepted", "c1", "c1");
    expect(getAttachments()).toEqual([]);
    expect(env.storage.size).toBe(0);
  });

  test("are validated again when they return with a message, and a missing file is reported", async () => {
    await uploadReady("a.txt");
    await uploadReady("b.txt");
    env.records.delete(getKey("a.txt"));
    uploads.settle(uploads.detach("c1"), "returned", "c1", "c1");
    await flush();
    expect(listStates()).toEqual(["a.txt failed 0", "b.txt ready 100"]);
    expect(getAttachments()[0]?.reason).toBe("This file is no longer in your files.");
  });

  test("of an unsent message return after a reload, unless the conversation contains the message after all", async () => {
    await uploadReady("a.txt");
    uploads.settle(uploads.detach("c1"), "unsent", "c1", "c1");
    expect(getAttachments()).toEqual([]);
    uploads = createUploads(env);
    uploads.restore("c1", new Set());
    expect(listStates()).toEqual(["a.txt ready 100"]);

    uploads.settle(uploads.detach("c1"), "unsent", "c1", "c1");
    uploads = createUploads(env);
    uploads.restore("c1", new Set([getKey("a.txt")]));
    expect(getAttachments()).toEqual([]);
    expect(env.storage.size).toBe(0);
  });

  test("move when the draft gets another key, including uploads in progress", async () => {
    await uploadReady("a.txt", "new");
    uploads.addFiles("new", [createTextFile("b.txt")], rules);
    await flush();
    uploads.move("new", "c1");
    expect(listStates()).toEqual(["a.txt ready 100", "b.txt uploading 0"]);
    expect(getAttachments("new")).toEqual([]);
    env.puts.get("b.txt")?.onProgress(0.5);
    expect(listStates()).toContain("b.txt uploading 50");
    expect([...env.storage.keys()]).toEqual(["documents:c1"]);
  });

  test("[C9.02] show at most 95 until they are ready, also if the server processes them again", async () => {
    env.statuses.set(getKey("b.txt"), { state: "extracting", progress: 99 });
    uploads.addAttachments("c1", [
      createRecordAttachment(createRecord("b.txt", { state: "extracting", progress: 99 })),
    ]);
    await flush();
    expect(listStates()).toEqual(["b.txt processing 95"]);
    await uploadReady("a.txt", "c2");
    expect(listStates("c2")).toEqual(["a.txt ready 100"]);
    env.statuses.set(getKey("a.txt"), { state: "extracting", progress: 99 });
    env.records.set(getKey("a.txt"), createRecord("a.txt", { state: "extracting", progress: 99 }));
    uploads.settle(uploads.detach("c2"), "returned", "c2", "c2");
    await flush();
    expect(listStates("c2")).toEqual(["a.txt processing 95"]);
  });

  test("are added once, however often they are chosen", async () => {
    const record = createRecord("a.txt");
    uploads.addAttachments("c1", [createRecordAttachment(record)]);
    uploads.addAttachments("c1", [createRecordAttachment(record)]);
    expect(listStates()).toEqual(["a.txt ready 100"]);
  });
});

describe("a file that is already among the person's files", () => {
  test("is attached instead of uploaded again, under its own name", async () => {
    env.identicalFiles.set("notes.txt", createRecord("notes.txt"));
    uploads.addFiles("c1", [createTextFile("notes.txt")], rules);
    await flush();
    expect(listStates()).toEqual(["notes.txt ready 100"]);
    expect(getAttachments()[0]?.source).toMatchObject({ key: getKey("notes.txt"), totalTokens: 7 });
    expect(env.requested).toEqual([]);
    expect(env.notices).toEqual(["notes.txt (files)"]);
    expect(env.statusReads).toBe(0);
    expect(uploads.isBusy()).toBe(false);
  });

  test("is attached once, although it is added again", async () => {
    await uploadReady("notes.txt");
    env.identicalFiles.set("notes.txt", createRecord("notes.txt"));
    uploads.addFiles("c1", [createTextFile("notes.txt")], rules);
    await flush();
    expect(listStates()).toEqual(["notes.txt ready 100"]);
    expect(env.requested).toEqual(["notes.txt"]);
    expect(env.notices).toEqual(["notes.txt (draft)"]);
  });

  test("is waited for while its text is being extracted, and can be removed without deleting it", async () => {
    env.identicalFiles.set("notes.txt", createRecord("notes.txt", { state: "extracting", progress: 40 }));
    env.statuses.set(getKey("notes.txt"), { state: "extracting", progress: 40 });
    uploads.addFiles("c1", [createTextFile("notes.txt")], rules);
    await flush();
    expect(listStates()).toEqual(["notes.txt processing 95"]);
    uploads.remove(getAttachments()[0]?.id ?? "");
    expect(listStates()).toEqual([]);
    expect(env.discarded).toEqual([]);
  });
});
