import { type AvailableModels, type Conversation, fileTexts, type Model } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { assistantChoices, chooseAssistant } from "../../assistants/assistantChoice.ts";
import { createAssistantSummary } from "../../assistants/testing/createAssistantSummary.ts";
import { assistantsQuery } from "../../assistants/useAssistants.ts";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import { type Attachment, createSourceAttachment } from "../../files/upload/attachment.ts";
import { loadUploads } from "../../files/upload/draftDocuments.ts";
import { flagsQuery } from "../../flags/useFlag.ts";
import { modelsQuery } from "../../models/useModels.ts";
import type { SendOutcome } from "../runs/activeRun.ts";
import { createSend } from "./createSend.ts";
import { getSettledDraftKey } from "./draftTexts.ts";
import type { MessageDraft, OutgoingDraft } from "./messageDraft.ts";

const userId = "u1";
const now = "2026-11-21T10:00:00.000Z";
const createModel = (id: string, overrides: Partial<Model> = {}): Model => ({
  id,
  name: id,
  provider: "OpenAI",
  description: "",
  inputContextWindow: 100,
  outputTokenLimit: 600,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  isBuiltIn: false,
  isDefault: false,
  ...overrides,
});
const conversation: Conversation = {
  id: "c1",
  name: "New Conversation",
  modelId: "m1",
  folderId: null,
  tags: [],
  isLocal: true,
  groupType: null,
  codeInterpreterAssistantId: null,
  createdAt: now,
  updatedAt: now,
  prompt: null,
  temperature: null,
  maxTokens: null,
  messages: [],
  headId: null,
  revision: 0,
};
const file = { id: "s3://u1/a.json", key: "u1/a.json", name: "a.pdf", totalTokens: 10 };

let cache: QueryClient;
let startedTurns: { conversation: Conversation; model: Model; draft: MessageDraft }[];
let busyIds: Set<string>;
let deferredOutcome: PromiseWithResolvers<SendOutcome>;
let openedFragment: string;

const send = (draft: Partial<OutgoingDraft>) =>
  createSend({
    userId,
    cache,
    runs: {
      isBusy: (id) => busyIds.has(id),
      startTurn: (conversation, model, draft) => {
        startedTurns.push({ conversation, model, draft });
        return deferredOutcome.promise;
      },
    },
  })({ conversationId: "c1", text: "Hello", ...draft });

/** Each test has its own draft, because the uploads of a draft exist as long as the page. */
let draftCount = 0;
async function createDraft(...attachments: Attachment[]): Promise<{ key: string; names: () => string[] }> {
  const key = `draft${++draftCount}`;
  const uploads = (await loadUploads()).getUploads(userId);
  uploads.addAttachments(key, attachments);
  return { key, names: () => (uploads.getState().byDraft[key] ?? []).map(({ name }) => name) };
}

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  openedFragment = "#c=c1";
  vi.stubGlobal("location", {
    get hash() {
      return openedFragment;
    },
  });
  cache = new QueryClient();
  startedTurns = [];
  busyIds = new Set();
  deferredOutcome = Promise.withResolvers();
  const models: AvailableModels = {
    models: [createModel("m1"), createModel("m2")],
    default: createModel("m2"),
    cheapest: null,
    advanced: null,
  };
  cache.setQueryData(modelsQuery.queryKey, models);
  cache.setQueryData(conversationKeys.one(userId, "c1"), conversation);
});

afterEach(() => vi.unstubAllGlobals());

describe("a draft", () => {
  test("starts a turn of its conversation with the conversation's model, and the outcome is passed on", async () => {
    const templateData = { id: "p1" };
    const result = send({ text: "Hello", label: "Hi", type: "prompt", templateData, skipsPrefixPrompts: true });
    expect(startedTurns).toEqual([
      {
        conversation,
        model: createModel("m1"),
        draft: {
          conversationId: "c1",
          text: "Hello",
          label: "Hi",
          type: "prompt",
          templateData,
          skipsPrefixPrompts: true,
        },
      },
    ]);
    deferredOutcome.resolve("stored");
    expect(result.status === "sent" && (await result.outcome)).toBe("stored");
  });

  test("[C4.08] [A4.25] is answered by the default model if that of its conversation is gone", () => {
    cache.setQueryData(conversationKeys.one(userId, "c1"), { ...conversation, modelId: "gone" });
    send({});
    expect(startedTurns[0]?.model.id).toBe("m2");
  });
});

describe("a draft to an assistant", () => {
  const groupTypes = [{ name: "Law", isDisabled: false, disabledMessage: "", isCustomized: null }];
  beforeEach(() => {
    cache.setQueryData(assistantsQuery.queryKey, [createAssistantSummary({ model: "m2", groupTypes })]);
    chooseAssistant(conversation, "astp/1");
  });
  afterEach(() => assistantChoices.setState({}, true));

  test("is refused until the person has chosen a group type, and answered by the assistant's model", () => {
    expect(send({})).toMatchObject({
      refusal: { reason: "assistant", text: "Please address missing information to enable chat" },
    });
    cache.setQueryData(conversationKeys.one(userId, "c1"), { ...conversation, groupType: "Law" });
    expect(send({}).status).toBe("sent");
    expect(startedTurns[0]?.model.id).toBe("m2");
  });

  test("is refused if the person cannot use it any more", () => {
    cache.setQueryData(assistantsQuery.queryKey, []);
    expect(send({})).toMatchObject({ refusal: { reason: "assistant" } });
    chooseAssistant(conversation, null);
    expect(send({}).status).toBe("sent");
  });
});

test("[C5.04a] a draft that is exactly as long as the window of the model is sent", () => {
  expect(send({ text: "x".repeat(100) }).status).toBe("sent");
  expect(startedTurns[0]?.draft.text).toHaveLength(100);
});

describe("a draft is refused, and nothing is sent,", () => {
  afterEach(() => expect(startedTurns).toEqual([]));
  const createRefusal = (reason: string, text: string) => ({
    status: "refused",
    refusal: { reason, text },
  });

  test("[C5.02] without text", () => {
    expect(send({ text: " \n" })).toEqual(createRefusal("empty", "Please enter a message"));
  });

  test("while the conversation is busy", () => {
    busyIds.add("c1");
    expect(send({})).toEqual(createRefusal("streaming", "You can send this once the answer is complete."));
  });

  test("while the models are being loaded, and if there is none", async () => {
    cache.removeQueries({ queryKey: modelsQuery.queryKey });
    expect(send({})).toEqual(createRefusal("noModel", "The models are still being loaded"));
    cache.setQueryData(modelsQuery.queryKey, { models: [], default: null, cheapest: null, advanced: null });
    expect(send({})).toEqual(createRefusal("noModel", "Choose a model first"));
    cache.removeQueries({ queryKey: modelsQuery.queryKey });
    const failingQuery = { queryKey: modelsQuery.queryKey, queryFn: () => Promise.reject(new Error("no network")) };
    await cache.fetchQuery({ ...failingQuery, retry: false }).catch(() => {});
    expect(send({})).toEqual(createRefusal("noModel", "Choose a model first"));
  });

  test("[C5.04a] if it is longer than the window of the model", () => {
    const text = "x".repeat(101);
    expect(send({ text })).toEqual(
      createRefusal("tooLong", "Message limit is 100 characters. You have entered 101 characters."),
    );
  });

  test("if its conversation is gone", () => {
    expect(send({ conversationId: "c2" })).toMatchObject({ status: "refused", refusal: { reason: "noConversation" } });
  });

  test("[C5.03] while its documents are being uploaded; they stay in the draft", async () => {
    const { key, names } = await createDraft({ ...createSourceAttachment(file), progress: 50, state: "uploading" });
    expect(send({ documentsKey: key })).toEqual(createRefusal("documentsPending", fileTexts.stillUploading));
    expect(names()).toEqual(["a.pdf"]);
  });

  test("[C5.09] if it has an image and the model does not accept images", async () => {
    const picture = createSourceAttachment({ ...file, name: "a.png", metadata: { isImage: true } });
    const { key } = await createDraft(picture);
    expect(send({ documentsKey: key })).toMatchObject({ refusal: { text: fileTexts.imagesNotSeen } });
  });

  test("[C5.04b] if its documents exceed the window and cannot be searched", async () => {
    const { key } = await createDraft(createSourceAttachment({ ...file, totalTokens: 200 }));
    expect(send({ documentsKey: key })).toMatchObject({ refusal: { reason: "documents" } });
  });
});

describe("the documents of a draft", () => {
  test("go with the message, and are in no draft while it is sent", async () => {
    const { key, names } = await createDraft(createSourceAttachment(file));
    send({ documentsKey: key });
    expect(startedTurns[0]?.draft.dataSources).toEqual([expect.objectContaining({ id: file.id })]);
    expect(names()).toEqual([]);
    deferredOutcome.resolve("accepted");
    await deferredOutcome.promise;
    expect(names()).toEqual([]);
  });

  test("may exceed the window if they can be searched", async () => {
    cache.setQueryData(flagsQuery.queryKey, { ragEnabled: true } as never);
    const { key } = await createDraft(createSourceAttachment({ ...file, totalTokens: 200 }));
    expect(send({ documentsKey: key }).status).toBe("sent");
  });

  test("return to the draft if the message was not sent", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    const { key, names } = await createDraft(createSourceAttachment(file));
    send({ documentsKey: key });
    deferredOutcome.resolve("returned");
    await deferredOutcome.promise;
    await vi.waitFor(() => expect(names()).toEqual(["a.pdf"]));
  });

  test("of a new conversation return to the draft of its address, which it has by then", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    openedFragment = "";
    const uploads = (await loadUploads()).getUploads(userId);
    uploads.addAttachments("new", [createSourceAttachment(file)]);
    send({ documentsKey: "new" });
    openedFragment = "#c=c1";
    deferredOutcome.resolve("returned");
    await deferredOutcome.promise;
    await vi.waitFor(() => expect(uploads.getState().byDraft.c1).toHaveLength(1));
    expect(uploads.getState().byDraft.new).toEqual([]);
  });

  test("of a new conversation return to the new draft, like the text, if another conversation is open by then", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    openedFragment = "";
    const uploads = (await loadUploads()).getUploads(userId);
    uploads.addAttachments("new", [createSourceAttachment(file)]);
    send({ documentsKey: "new" });
    openedFragment = "#c=other";
    deferredOutcome.resolve("returned");
    await deferredOutcome.promise;
    const textKey = getSettledDraftKey("new", "c1", "returned");
    expect(textKey).toBe("new");
    await vi.waitFor(() => expect(uploads.getState().byDraft[textKey]).toHaveLength(1));
  });

  test("are joined to those of the draft they are moved to, also before the code for uploads is loaded", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    vi.resetModules();
    const documents = await import("../../files/upload/draftDocuments.ts");
    const { getStoredDocumentsKey } = await import("../../files/upload/getStoredDocumentsKey.ts");
    const { readUserValue, writeUserValue } = await import("../../../lib/userStorage.ts");
    const { serializeAttachments } = await import("../../files/upload/storedAttachments.ts");
    for (const name of ["one", "two"]) {
      const source = createSourceAttachment({ ...file, id: `s3://u1/${name}`, key: `u1/${name}`, name });
      writeUserValue(userId, getStoredDocumentsKey(name), serializeAttachments([source]));
    }
    documents.moveDraftDocuments(userId, "one", "two");
    const uploads = (await documents.loadUploads()).getUploads(userId);
    expect(uploads.getState().byDraft.two?.map(({ name }) => name)).toEqual(["two", "one"]);
    expect(readUserValue(userId, getStoredDocumentsKey("one"))).toBeNull();
  });

  test("stay where they are if the message is sent without them", async () => {
    const { names } = await createDraft(createSourceAttachment(file));
    send({});
    expect(startedTurns[0]?.draft.dataSources).toBeUndefined();
    expect(names()).toEqual(["a.pdf"]);
  });

  test("[C5.03] delay a message until the code that attaches them is loaded", async () => {
    vi.resetModules();
    const {
      attachWhenLoaded,
      checkDraftDocuments,
      loadUploads: loadTheUploads,
    } = await import("../../files/upload/draftDocuments.ts");
    const check = () =>
      checkDraftDocuments("Hi", { userId, draftKey: "d" }, { acceptsImages: true, windowTokens: 10, canSearch: true });
    expect(check()).toBeNull();
    const { promise, resolve } = Promise.withResolvers<void>();
    const pendingAttachment = attachWhenLoaded(
      () => promise,
      () => {},
    );
    expect(check()).toEqual({ status: "pending", text: fileTexts.stillUploading });
    // The uploads alone are not enough: the file is added once its components are loaded too.
    await loadTheUploads();
    expect(check()).toEqual({ status: "pending", text: fileTexts.stillUploading });
    resolve();
    await pendingAttachment;
    expect(check()).toBeNull();
  });
});
