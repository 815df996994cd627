import { fileTexts } from "@lectern/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Attachment, attachmentOfFile, sentProgress, sourceOfPlace, sourceOfRecord } from "./attachment.ts";
import { nameAmong, refuseFile, type UploadRules } from "./checkFile.ts";
import { readKept, writeKept } from "./keptAttachments.ts";
import { keptNameOf } from "./keptNameOf.ts";
import { PutError } from "./putFile.ts";
import { PresignError, type UploadPorts } from "./uploadPorts.ts";
import { NotReadyError, waitUntilReady } from "./waitUntilReady.ts";

export interface UploadState {
  /** The documents of each draft, in the order in which they were given. */
  readonly byDraft: Readonly<Record<string, readonly Attachment[]>>;
  /** What happened last, for those who cannot see it. */
  readonly announcement: string;
}

/** What became of a message, as the chat tells it. */
export type Outcome = "accepted" | "kept" | "unsent" | "returned";

/** The documents of one's drafts, outside React: uploads go on whatever conversation is open. */
export interface Uploads extends Pick<StoreApi<UploadState>, "getState" | "subscribe" | "getInitialState"> {
  /** Begins to upload those that can be; the others are told of in notices. */
  addFiles(draftKey: string, files: readonly File[], rules: UploadRules): void;
  /** Adds what is on the server already; what is there is not added twice. */
  addAttachments(draftKey: string, attachments: readonly Attachment[]): void;
  /** Takes a document out. An upload that is under way is given up without a word. */
  remove(id: string): void;
  /** Leaves a document whose bytes are sent to the server: what becomes of it is shown elsewhere. */
  letGo(id: string): void;
  retry(id: string): void;
  /** Tries again what the network stopped. */
  resume(): void;
  /** Takes the documents out, for the message that they go with. What is kept for a reload stays until `settle`. */
  take(draftKey: string): readonly Attachment[];
  /** What became of that message. `fromKey`: the draft's name when it was sent, `draftKey`: its name now. */
  settle(taken: readonly Attachment[], outcome: Outcome, fromKey: string, draftKey: string): void;
  /** The draft has another name from now on. */
  move(fromKey: string, toKey: string): void;
  /** Reads what was kept of a draft, unless it is here already. `sentKeys`: files of the last message of its conversation. */
  restore(draftKey: string, sentKeys: ReadonlySet<string>): void;
  /** Whether bytes would be lost if the page went now. */
  isBusy(): boolean;
}

const atOnce = 3;
const noNetwork = "Waiting for the network.";
const gone = "This file is no longer among your files.";

export function createUploads(ports: UploadPorts): Uploads {
  const store = createStore<UploadState>(() => ({ byDraft: {}, announcement: "" }));
  /** Of documents whose bytes this page has. */
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  /** Those that need one of the places in which bytes are sent. */
  const sending = new Set<string>();
  /** Failed for want of a network alone. */
  const stranded = new Set<string>();

  const listOf = (draftKey: string) => store.getState().byDraft[draftKey] ?? [];
  const all = () => Object.values(store.getState().byDraft).flat();
  const find = (id: string) => all().find((each) => each.id === id);

  function setList(draftKey: string, list: readonly Attachment[]): void {
    store.setState(({ byDraft }) => ({ byDraft: { ...byDraft, [draftKey]: list } }));
  }
  function keep(draftKey: string): void {
    ports.write(keptNameOf(draftKey), writeKept(listOf(draftKey)));
  }
  function change(id: string, changes: Partial<Attachment>): void {
    for (const [draftKey, list] of Object.entries(store.getState().byDraft)) {
      if (!list.some((each) => each.id === id)) continue;
      setList(
        draftKey,
        list.map((each) => (each.id === id ? { ...each, ...changes } : each)),
      );
      if (changes.state) keep(draftKey);
    }
  }

  function pump(): void {
    for (const { id, state } of all()) {
      if (sending.size >= atOnce) return;
      if (state !== "waiting" || running.has(id)) continue;
      if (ports.isOnline()) void run(id);
      else change(id, { reason: noNetwork });
    }
  }

  /** Brings one document as far as it gets; does not throw. */
  async function run(id: string): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    stranded.delete(id);
    try {
      if (find(id)?.isSent === false) await sendBytes(id, abort.signal);
      await becomeReady(id, abort.signal);
    } catch (error) {
      if (!abort.signal.aborted) fail(id, error);
    } finally {
      running.delete(id);
      sending.delete(id);
      pump();
    }
  }

  async function sendBytes(id: string, signal: AbortSignal): Promise<void> {
    const file = files.get(id);
    const attachment = find(id);
    if (!file || !attachment) return;
    sending.add(id);
    change(id, { state: "asking", progress: 0, reason: null });
    const { name, type } = attachment;
    const place = await ports.begin({ name, type, size: file.size }, signal);
    change(id, { state: "uploading", key: place.key, statusUrl: place.statusUrl });
    const onProgress = (part: number) => change(id, { progress: Math.min(sentProgress, Math.round(part * 100)) });
    await ports.put({ url: place.url, body: file, type, signal, onProgress });
    change(id, { state: "processing", progress: sentProgress, isSent: true });
    files.delete(id);
    sending.delete(id);
    pump();
  }

  async function becomeReady(id: string, signal: AbortSignal): Promise<void> {
    const attachment = find(id);
    if (!attachment || attachment.key === null) return;
    const { key, statusUrl, name, type, isImage } = attachment;
    change(id, { state: "processing", progress: sentProgress, reason: null });
    await waitUntilReady({
      readStatus: (abort) => ports.readStatus({ key, statusUrl }, abort),
      isOnline: () => ports.isOnline(),
      signal,
      onStatus: () => {},
    });
    // What the server has found out of it; without that it is named as it was uploaded.
    const [record] = await ports.findFiles([key]).catch(() => []);
    signal.throwIfAborted();
    const source = record ? sourceOfRecord(record) : sourceOfPlace({ key }, name, type, isImage);
    change(id, { state: "ready", progress: 100, source });
    store.setState({ announcement: `${name} uploaded` });
    ports.filesChanged();
  }

  function fail(id: string, error: unknown): void {
    const isNetwork = (error instanceof PutError || error instanceof PresignError) && error.isNetwork;
    if (isNetwork && !ports.isOnline()) {
      change(id, { state: "waiting", progress: 0, reason: noNetwork });
      return;
    }
    if (isNetwork) stranded.add(id);
    const reason = error instanceof Error ? error.message : String(error);
    change(id, { state: "failed", reason });
    ports.alert(fileTexts.uploadFailed, `${find(id)?.name}: ${reason}`);
    if (error instanceof NotReadyError) ports.filesChanged();
  }

  async function retry(id: string): Promise<void> {
    const attachment = find(id);
    if (attachment?.state !== "failed") return;
    if (!attachment.isSent) {
      change(id, { state: "waiting", progress: 0, reason: null });
      return pump();
    }
    change(id, { state: "processing", reason: null });
    // Refused where the server is still at it, or can do nothing more: its state then says which.
    if (attachment.key !== null) await ports.retry(attachment.key).catch(() => {});
    if (find(id)) await run(id);
  }

  async function revalidate(draftKey: string): Promise<void> {
    const named = listOf(draftKey).filter(({ key, state }) => key !== null && state === "ready");
    if (named.length === 0) return;
    const records = await ports.findFiles(named.flatMap(({ key }) => key ?? [])).catch(() => null);
    if (!records) return;
    for (const { id, key } of named) {
      const record = records.find((each) => each.id === key);
      if (!record) change(id, { state: "failed", progress: 0, reason: gone, source: null });
      else if (record.state !== "ready") void run(id);
      else change(id, { source: sourceOfRecord(record), isImage: record.isImage });
    }
  }

  function forget({ id, previewUrl }: Attachment): void {
    files.delete(id);
    stranded.delete(id);
    if (previewUrl) URL.revokeObjectURL(previewUrl);
  }

  function takeOut(attachment: Attachment): void {
    running.get(attachment.id)?.abort(new DOMException("given up", "AbortError"));
    forget(attachment);
    for (const [draftKey, list] of Object.entries(store.getState().byDraft)) {
      if (!list.includes(attachment)) continue;
      setList(
        draftKey,
        list.filter((each) => each !== attachment),
      );
      keep(draftKey);
    }
  }

  function restore(draftKey: string, sentKeys: ReadonlySet<string>): void {
    if (store.getState().byDraft[draftKey]) return;
    const { attachments, wasSent } = readKept(ports.read(keptNameOf(draftKey)));
    // What the conversation has in the end, although the server refused it at first, is no draft any more.
    const isOver = wasSent && attachments.every(({ key }) => key === null || sentKeys.has(key));
    const open = isOver ? [] : attachments;
    setList(draftKey, open);
    keep(draftKey);
    for (const { id, state } of open) if (state === "processing") void run(id);
    void revalidate(draftKey);
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    addFiles: (draftKey, given, rules) => {
      const refused = new Map<string, string[]>();
      for (const file of given) {
        const reason = refuseFile(file, rules);
        if (reason !== null) {
          refused.set(reason, [...(refused.get(reason) ?? []), file.name]);
          continue;
        }
        const list = listOf(draftKey);
        const attachment = attachmentOfFile(file, nameAmong(file.name, new Set(list.map(({ name }) => name))));
        files.set(attachment.id, file);
        setList(draftKey, [...list, attachment]);
      }
      for (const [reason, names] of refused) ports.alert(reason, names.join(", "));
      pump();
    },
    addAttachments: (draftKey, given) => {
      const list = listOf(draftKey);
      const isHere = ({ key, source }: Attachment) =>
        list.some((each) => (key === null ? each.source?.id === source?.id : each.key === key));
      const added = given.filter((each) => !isHere(each));
      setList(draftKey, [...list, ...added]);
      keep(draftKey);
      for (const { id, state } of added) if (state === "processing") void run(id);
    },
    remove: (id) => {
      const attachment = find(id);
      if (!attachment) return;
      if (attachment.key !== null && !attachment.isSent) void ports.discard(attachment.key).catch(() => {}); // it lapses by itself
      takeOut(attachment);
      store.setState({ announcement: `${attachment.name} removed` });
    },
    letGo: (id) => {
      const attachment = find(id);
      if (!attachment) return;
      takeOut(attachment);
      store.setState({ announcement: `${attachment.name} uploaded` });
    },
    retry: (id) => void retry(id),
    resume: () => {
      for (const id of stranded) void retry(id);
      pump();
    },
    take: (draftKey) => {
      const taken = listOf(draftKey);
      if (taken.length > 0) setList(draftKey, []);
      // What was said of them is over.
      store.setState({ announcement: "" });
      return taken;
    },
    settle: (taken, outcome, fromKey, draftKey) => {
      const isBack = outcome === "returned";
      if (isBack) {
        setList(draftKey, [...taken, ...listOf(draftKey)]);
        // One of them may be why: it is gone, or not what it was.
        void revalidate(draftKey);
      } else for (const each of taken) forget(each);
      if (fromKey !== draftKey) ports.write(keptNameOf(fromKey), writeKept(listOf(fromKey)));
      const isUnsent = outcome === "unsent" && listOf(draftKey).length === 0;
      ports.write(keptNameOf(draftKey), isUnsent ? writeKept(taken, true) : writeKept(listOf(draftKey)));
    },
    move: (fromKey, toKey) => {
      restore(fromKey, new Set());
      restore(toKey, new Set());
      const list = [...listOf(toKey), ...listOf(fromKey)];
      setList(toKey, list);
      setList(fromKey, []);
      // What is on its way with a message stands in no list.
      ports.write(keptNameOf(toKey), writeKept(list) ?? ports.read(keptNameOf(fromKey)));
      ports.write(keptNameOf(fromKey), null);
    },
    restore,
    isBusy: () => all().some(({ isSent }) => !isSent),
  };
}
