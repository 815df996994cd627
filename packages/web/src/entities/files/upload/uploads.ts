import { normalizeFileName } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { createStore, type StoreApi } from "zustand/vanilla";
import { onBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { fileMessages } from "../fileMessages.ts";
import {
  type Attachment,
  createFileAttachment,
  createRecordAttachment,
  toDataSource,
  toUploadedDataSource,
  uploadedProgress,
} from "./attachment.ts";
import { checkFile, makeUniqueName, type UploadRules } from "./checkFile.ts";
import { getStoredDocumentsKey } from "./getStoredDocumentsKey.ts";
import { PutError } from "./putFile.ts";
import { parseStoredAttachments, serializeAttachments } from "./storedAttachments.ts";
import { PresignError, type UploadEnvironment } from "./uploadEnvironment.ts";
import { NotReadyError, type ServerProgress, waitUntilReady } from "./waitUntilReady.ts";

export interface UploadState {
  /** The documents of each draft, in the order in which they were added. */
  readonly byDraft: Readonly<Record<string, readonly Attachment[]>>;
  /** The files that were refused when files were last chosen for a draft. */
  readonly refusedByDraft: Readonly<Record<string, readonly RefusedFiles[]>>;
  /** The announcement of the latest change, for screen readers. */
  readonly announcement: string;
}

/** Files that cannot be attached for the same reason. */
export interface RefusedFiles {
  readonly names: readonly string[];
  readonly reason: string;
}

/** How sending a message ended, as the chat reports it. */
export type Outcome = "accepted" | "stored" | "unsent" | "returned";

/**
 * The documents of a person's drafts. A store outside React, so that uploads continue when another conversation opens.
 */
export interface Uploads extends Pick<StoreApi<UploadState>, "getState" | "subscribe" | "getInitialState"> {
  /** Must be called when a list of the draft's documents appears. The returned function must be called when it is gone. */
  markShown(draftKey: string): () => void;
  /** Starts to upload the files that are allowed. The others are in `refusedByDraft` until something else is attached. */
  addFiles(draftKey: string, files: readonly File[], rules: UploadRules): void;
  dismissRefused(draftKey: string): void;
  /** Adds documents that are already on the server; ignores duplicates. */
  addAttachments(draftKey: string, attachments: readonly Attachment[]): void;
  /** Removes a document and cancels its upload without a notice. */
  remove(id: string): void;
  /** Removes a document whose upload is complete, and announces it as uploaded. The file itself stays. */
  dismiss(id: string): void;
  retry(id: string): void;
  /** Retries uploads that failed because of the network, and starts those that wait for the network. */
  resume(): void;
  /** Removes and returns the documents of a draft for a message. Their stored copy stays until `settle`. */
  detach(draftKey: string): readonly Attachment[];
  /**
   * Reports the outcome of a message that was sent with detached documents. `fromKey` is the draft's key when it was
   * sent, `draftKey` its key now.
   */
  settle(attachments: readonly Attachment[], outcome: Outcome, fromKey: string, draftKey: string): void;
  /** Moves the documents of a draft to another draft, after the documents that it has. */
  move(fromKey: string, toKey: string): void;
  /**
   * Loads the stored documents of a draft, unless they are already loaded. `sentKeys`: the files of the conversation's
   * last message.
   */
  restore(draftKey: string, sentKeys: ReadonlySet<string>): void;
  /** True if closing the page would lose an upload. */
  isBusy(): boolean;
}

const maxConcurrentUploads = 3;
const formatNoNetwork = () => t`Waiting for the network.`;
const formatMissingFile = () => t`This file is no longer in your files.`;
const formatUploaded = (name: string) => t`${name} uploaded`;
const formatFailed = (name: string, cause: string) => t`${name} failed: ${cause}`;

export function createUploads(env: UploadEnvironment): Uploads {
  const store = createStore<UploadState>(() => ({ byDraft: {}, refusedByDraft: {}, announcement: "" }));
  /** The files that have not been uploaded yet, by attachment id. */
  const files = new Map<string, File>();
  const abortControllers = new Map<string, AbortController>();
  /** The ids of documents that are uploading, at most `maxConcurrentUploads`. */
  const uploadingIds = new Set<string>();
  /** The ids of documents whose upload failed only because of the network. */
  const networkFailureIds = new Set<string>();
  /** Ends the wait for a change on the server, by the id of a document that took too long. */
  const changeWaits = new Map<string, () => void>();
  /** The number of lists that show the documents of a draft, by its key. */
  const shownCounts = new Map<string, number>();
  /** The document that the notice 'upload failed' is about. */
  let failureNoticeId: string | null = null;

  const getList = (draftKey: string) => store.getState().byDraft[draftKey] ?? [];
  const listAll = () => Object.values(store.getState().byDraft).flat();
  const serverProgress: ServerProgress = { atMs: Number.NEGATIVE_INFINITY };
  const find = (id: string) => listAll().find((attachment) => attachment.id === id);

  function setList(draftKey: string, list: readonly Attachment[]): void {
    store.setState(({ byDraft }) => ({ byDraft: { ...byDraft, [draftKey]: list } }));
  }
  function setRefused(draftKey: string, refused: readonly RefusedFiles[]): void {
    const { refusedByDraft } = store.getState();
    if (refused.length === 0 && !refusedByDraft[draftKey]) return;
    const { [draftKey]: _, ...others } = refusedByDraft;
    store.setState({ refusedByDraft: refused.length === 0 ? others : { ...others, [draftKey]: refused } });
  }
  function storeDraft(draftKey: string): void {
    env.writeStored(getStoredDocumentsKey(draftKey), serializeAttachments(getList(draftKey)));
  }
  function change(id: string, changes: Partial<Attachment>): void {
    for (const [draftKey, list] of Object.entries(store.getState().byDraft)) {
      if (!list.some((attachment) => attachment.id === id)) continue;
      setList(
        draftKey,
        list.map((attachment) => (attachment.id === id ? { ...attachment, ...changes } : attachment)),
      );
      if (changes.state) storeDraft(draftKey);
    }
  }

  function startQueued(): void {
    for (const { id, state } of listAll()) {
      if (uploadingIds.size >= maxConcurrentUploads) return;
      if (state !== "waiting" || abortControllers.has(id)) continue;
      if (env.isOnline()) void run(id);
      else change(id, { reason: formatNoNetwork() });
    }
  }

  /** Uploads a document, unless it is on the server already, and waits until it is ready. Never rejects. */
  async function run(id: string): Promise<void> {
    const controller = new AbortController();
    abortControllers.set(id, controller);
    networkFailureIds.delete(id);
    stopWaiting(id);
    try {
      const isReady = find(id)?.isUploaded === false && (await attachIdentical(id, controller.signal));
      if (find(id)?.isUploaded === false) await upload(id, controller.signal);
      if (!isReady) await awaitReady(id, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) await handleFailure(id, error, controller.signal);
    } finally {
      abortControllers.delete(id);
      uploadingIds.delete(id);
      startQueued();
    }
  }

  async function upload(id: string, signal: AbortSignal): Promise<void> {
    const file = files.get(id);
    const attachment = find(id);
    if (!file || !attachment) return;
    const { name, type } = attachment;
    const target = await env.requestUpload({ name, type, size: file.size }, signal);
    change(id, { state: "uploading", key: target.key, statusUrl: target.statusUrl });
    const onProgress = (fraction: number) =>
      change(id, { progress: Math.min(uploadedProgress, Math.round(fraction * 100)) });
    await env.put({ url: target.url, body: file, type, signal, onProgress });
    change(id, { state: "processing", progress: uploadedProgress, isUploaded: true });
    files.delete(id);
    uploadingIds.delete(id);
    startQueued();
  }

  /**
   * Attaches the person's own file with the same name and bytes instead of uploading it again, if there is one. Returns
   * true if it is ready.
   */
  async function attachIdentical(id: string, signal: AbortSignal): Promise<boolean> {
    const file = files.get(id);
    if (!file) return false;
    uploadingIds.add(id);
    change(id, { state: "starting", progress: 0, reason: null });
    const name = normalizeFileName(file.name);
    const record = await env.findIdentical({ name, bytes: file }, signal);
    signal.throwIfAborted();
    const attachment = find(id);
    if (!record || !attachment) return false;
    files.delete(id);
    uploadingIds.delete(id);
    const list = Object.values(store.getState().byDraft).find((each) => each.includes(attachment)) ?? [];
    if (list.some(({ key }) => key === record.id)) {
      env.showNotUploaded(name, "draft");
      removeAttachment(attachment);
    } else {
      env.showNotUploaded(name, "files");
      const { id: _id, previewUrl: _previewUrl, ...fields } = createRecordAttachment(record);
      change(id, fields);
    }
    startQueued();
    return record.state === "ready";
  }

  async function awaitReady(id: string, signal: AbortSignal): Promise<void> {
    const attachment = find(id);
    if (!attachment || attachment.key === null) return;
    const { key, statusUrl, name, type, isImage } = attachment;
    change(id, { state: "processing", progress: uploadedProgress, reason: null });
    await waitUntilReady({
      key,
      readStatus: (abort) => env.readStatus({ key, statusUrl }, abort),
      isOnline: () => env.isOnline(),
      signal,
      serverProgress,
      onStatus: ({ progress }) => {
        if (progress > 0) change(id, { readPercent: progress });
      },
    });
    // The record adds details, such as token counts, but is not required.
    const [record] = await env.findFiles([key]).catch(() => []);
    signal.throwIfAborted();
    const source = record ? toDataSource(record) : toUploadedDataSource({ key }, name, type, isImage);
    change(id, { state: "ready", progress: 100, source });
    store.setState({ announcement: formatUploaded(name) });
    env.onFilesChanged();
  }

  async function handleFailure(id: string, error: unknown, signal: AbortSignal): Promise<void> {
    const isNetwork = (error instanceof PutError || error instanceof PresignError) && error.isNetwork;
    if (isNetwork && !env.isOnline()) {
      change(id, { state: "waiting", progress: 0, reason: formatNoNetwork() });
      return;
    }
    if (isNetwork) networkFailureIds.add(id);
    const reason = error instanceof Error ? error.message : String(error);
    const isUnreadable = error instanceof NotReadyError && error.isFinal;
    const canRetry = isUnreadable ? await readCanRetry(id) : true;
    if (signal.aborted) return;
    change(id, { state: "failed", reason, canRetry });
    // An unreadable document is uploaded, and says itself what is wrong with it.
    if (isUnreadable) store.setState({ announcement: formatFailed(find(id)?.name ?? "", reason) });
    else showUploadFailure(id);
    if (error instanceof NotReadyError) env.onFilesChanged();
    if (error instanceof NotReadyError && !error.isFinal) resumeAfterChange(id);
  }

  /** Waits again for a document that took too long, as soon as the server tells of a change: it is still being read. */
  function resumeAfterChange(id: string): void {
    const key = find(id)?.key;
    if (key === undefined) return;
    const stop = onBrowserEvent("file", (event) => {
      if (event.key !== key) return;
      stopWaiting(id);
      closeUploadFailure(id);
      void run(id);
    });
    changeWaits.set(id, stop);
  }

  function stopWaiting(id: string): void {
    changeWaits.get(id)?.();
    changeWaits.delete(id);
  }

  /** Reads whether the server may succeed in reading a document that it could not read. */
  async function readCanRetry(id: string): Promise<boolean> {
    const key = find(id)?.key ?? null;
    if (key === null) return false;
    try {
      return (await env.findFiles([key]))[0]?.canRetry ?? false;
    } catch {
      return true; // Unknown, and the server rejects an attempt that cannot succeed.
    }
  }

  function showUploadFailure(id: string): void {
    failureNoticeId = id;
    const isOnPage = Object.entries(store.getState().byDraft).some(
      ([draftKey, list]) => shownCounts.has(draftKey) && list.some((attachment) => attachment.id === id),
    );
    env.showError(fileMessages.uploadFailed(), find(id)?.name ?? "", isOnPage);
  }

  /** Closes the notice about a document whose failure is over. */
  function closeUploadFailure(id: string): void {
    if (failureNoticeId !== id) return;
    failureNoticeId = null;
    env.closeError(fileMessages.uploadFailed());
  }

  async function retry(id: string): Promise<void> {
    const attachment = find(id);
    if (attachment?.state !== "failed") return;
    closeUploadFailure(id);
    if (!attachment.isUploaded) {
      change(id, { state: "waiting", progress: 0, reason: null });
      return startQueued();
    }
    change(id, { state: "processing", reason: null });
    // The server rejects a retry while it is still processing the file, or if it cannot retry. The state that is read
    // next shows which.
    if (attachment.key !== null) await env.retry(attachment.key).catch(() => {});
    if (find(id)) await run(id);
  }

  async function revalidate(draftKey: string): Promise<void> {
    const readyAttachments = getList(draftKey).filter(({ key, state }) => key !== null && state === "ready");
    if (readyAttachments.length === 0) return;
    const records = await env.findFiles(readyAttachments.flatMap(({ key }) => key ?? [])).catch(() => null);
    if (!records) return;
    for (const { id, key } of readyAttachments) {
      const record = records.find((candidate) => candidate.id === key);
      if (!record)
        change(id, { state: "failed", progress: 0, reason: formatMissingFile(), canRetry: false, source: null });
      else if (record.state !== "ready") void run(id);
      else change(id, { source: toDataSource(record), isImage: record.isImage });
    }
  }

  function releaseResources({ id, previewUrl }: Attachment): void {
    files.delete(id);
    networkFailureIds.delete(id);
    stopWaiting(id);
    if (previewUrl) URL.revokeObjectURL(previewUrl);
  }

  function removeAttachment(attachment: Attachment): void {
    abortControllers.get(attachment.id)?.abort();
    releaseResources(attachment);
    closeUploadFailure(attachment.id);
    for (const [draftKey, list] of Object.entries(store.getState().byDraft)) {
      if (!list.includes(attachment)) continue;
      setList(
        draftKey,
        list.filter((other) => other !== attachment),
      );
      storeDraft(draftKey);
    }
  }

  function restore(draftKey: string, sentKeys: ReadonlySet<string>): void {
    if (store.getState().byDraft[draftKey]) return;
    const { attachments, wasSent } = parseStoredAttachments(env.readStored(getStoredDocumentsKey(draftKey)));
    // If the conversation contains the message after all, its documents no longer belong to the draft.
    const isInConversation = wasSent && attachments.every(({ key }) => key === null || sentKeys.has(key));
    const restoredAttachments = isInConversation ? [] : attachments;
    setList(draftKey, restoredAttachments);
    storeDraft(draftKey);
    for (const { id, state } of restoredAttachments) if (state === "processing") void run(id);
    void revalidate(draftKey);
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    markShown: (draftKey) => {
      shownCounts.set(draftKey, (shownCounts.get(draftKey) ?? 0) + 1);
      return () => {
        const count = (shownCounts.get(draftKey) ?? 0) - 1;
        if (count > 0) shownCounts.set(draftKey, count);
        else shownCounts.delete(draftKey);
      };
    },
    addFiles: (draftKey, newFiles, rules) => {
      const namesByReason = new Map<string, string[]>();
      for (const file of newFiles) {
        const reason = checkFile(file, rules);
        if (reason !== null) {
          namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), file.name]);
          continue;
        }
        const list = getList(draftKey);
        const attachment = createFileAttachment(file, makeUniqueName(file.name, new Set(list.map(({ name }) => name))));
        files.set(attachment.id, file);
        setList(draftKey, [...list, attachment]);
      }
      setRefused(
        draftKey,
        [...namesByReason].map(([reason, names]) => ({ reason, names })),
      );
      startQueued();
    },
    dismissRefused: (draftKey) => setRefused(draftKey, []),
    addAttachments: (draftKey, attachments) => {
      setRefused(draftKey, []);
      const list = getList(draftKey);
      const isAttached = ({ key, source }: Attachment) =>
        list.some((other) => (key === null ? other.source?.id === source?.id : other.key === key));
      const addedAttachments = attachments.filter((attachment) => !isAttached(attachment));
      setList(draftKey, [...list, ...addedAttachments]);
      storeDraft(draftKey);
      for (const { id, state } of addedAttachments) if (state === "processing") void run(id);
    },
    remove: (id) => {
      const attachment = find(id);
      if (!attachment) return;
      // If this fails, the server deletes the incomplete upload later.
      if (attachment.key !== null && !attachment.isUploaded) void env.discard(attachment.key).catch(() => {});
      removeAttachment(attachment);
      const { name } = attachment;
      store.setState({ announcement: t`${name} removed` });
    },
    dismiss: (id) => {
      const attachment = find(id);
      if (!attachment) return;
      removeAttachment(attachment);
      store.setState({ announcement: formatUploaded(attachment.name) });
    },
    retry: (id) => void retry(id),
    resume: () => {
      for (const id of networkFailureIds) void retry(id);
      startQueued();
    },
    detach: (draftKey) => {
      const attachments = getList(draftKey);
      setRefused(draftKey, []);
      if (attachments.length > 0) setList(draftKey, []);
      // The announcement is about documents that have left the draft.
      store.setState({ announcement: "" });
      return attachments;
    },
    settle: (attachments, outcome, fromKey, draftKey) => {
      if (outcome === "returned") {
        setList(draftKey, [...attachments, ...getList(draftKey)]);
        // The message may have failed because a document was deleted or changed.
        void revalidate(draftKey);
      } else for (const attachment of attachments) releaseResources(attachment);
      if (fromKey !== draftKey) storeDraft(fromKey);
      const isUnsent = outcome === "unsent" && getList(draftKey).length === 0;
      if (isUnsent) env.writeStored(getStoredDocumentsKey(draftKey), serializeAttachments(attachments, true));
      else storeDraft(draftKey);
    },
    move: (fromKey, toKey) => {
      restore(fromKey, new Set());
      restore(toKey, new Set());
      const list = [...getList(toKey), ...getList(fromKey)];
      setList(toKey, list);
      setList(fromKey, []);
      // Documents detached for a message are in no list, but their stored copy must move too.
      env.writeStored(
        getStoredDocumentsKey(toKey),
        serializeAttachments(list) ?? env.readStored(getStoredDocumentsKey(fromKey)),
      );
      env.writeStored(getStoredDocumentsKey(fromKey), null);
    },
    restore,
    isBusy: () => listAll().some(({ isUploaded }) => !isUploaded),
  };
}
