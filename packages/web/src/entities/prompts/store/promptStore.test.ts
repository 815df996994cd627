import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import "fake-indexeddb/auto";
import type { PromptTemplate } from "@lectern/contract";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPromptStore, type StartablePromptStore } from "./createPromptStore.ts";
import { toRecordId } from "./promptDatabase.ts";
import { newFolder, toBuiltInPromptId } from "./promptStore.ts";
import type { PromptStoreOptions } from "./promptStoreOptions.ts";
import { prompt, startFakePromptServer } from "./testing/fakePromptServer.ts";

let deviceCount = 0;
const builtInPrompt = prompt(toBuiltInPromptId("summary"), "Summary", { data: { noEdit: true } });

/** Opens another device of the same person, with its own database. */
function openDevice(changes: Partial<PromptStoreOptions> = {}, userId = `u${deviceCount++}`) {
  const notices: string[] = [];
  const promptStore = createPromptStore(userId, {
    loadBuiltIn: async () => [builtInPrompt],
    onConflictCopies: (names) => void notices.push(`copies: ${names.join(", ")}`),
    onChangesUndone: (names) => void notices.push(`undone: ${names.join(", ")}`),
    onRejected: (name, reason) => void notices.push(`rejected: ${name}: ${reason}`),
    ...changes,
  });
  return { promptStore, notices, userId };
}

const getOwnNames = ({ state }: StartablePromptStore) =>
  state
    .getState()
    .prompts.filter(({ id }) => id !== builtInPrompt.id)
    .map(({ name }) => name)
    .sort();
const getContent = ({ state }: StartablePromptStore, id: string) =>
  state.getState().prompts.find((known) => known.id === id)?.content;

// A change schedules a sync after 1.5 s. Ignore that timer: the sync would reach the server of a later test.
const scheduledSyncMs = 1_500;
beforeEach(() => {
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0) => (ms < scheduledSyncMs ? setTimeout(run, ms) : undefined));
});
afterEach(() => vi.unstubAllGlobals());

describe("a prompt store in one browser", () => {
  test("has the built-in folders and templates, and what was stored before a reload", async () => {
    startFakePromptServer();
    const { promptStore, userId } = openDevice();
    await promptStore.savePrompts([prompt("p1", "First")]);
    await promptStore.saveFolder(newFolder("prompt", "Mine"));
    await promptStore.removePrompts(["nothing"]);
    const { promptStore: reloadedStore } = openDevice({}, userId);
    await reloadedStore.sync();
    expect(getOwnNames(reloadedStore)).toEqual(["First"]);
    const { status, folders, prompts } = reloadedStore.state.getState();
    expect(status).toBe("ready");
    expect(folders.map(({ name }) => name)).toEqual(expect.arrayContaining(["Custom Instructions", "Agents", "Mine"]));
    expect(prompts).toContainEqual(builtInPrompt);
  });

  test("folders are available from the localStorage key `folders` before the database is open", async () => {
    startFakePromptServer();
    const storedValues = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => storedValues.get(key) ?? null,
      setItem: (key: string, value: string) => void storedValues.set(key, value),
      removeItem: (key: string) => void storedValues.delete(key),
    });
    const { promptStore, userId } = openDevice();
    await promptStore.saveFolder({ id: "f1", name: "Mine", type: "chat" });
    expect([...storedValues.keys()]).toEqual([`lectern.${userId}.folders`]);
    const { promptStore: reloadedStore } = openDevice({}, userId);
    expect(reloadedStore.state.getState().status).toBe("loading");
    expect(reloadedStore.state.getState().folders).toContainEqual({ id: "f1", name: "Mine", type: "chat" });
    storedValues.set(`lectern.${userId}.folders`, '[{"id":"<b>","name":1}, null]');
    expect(
      openDevice({}, userId)
        .promptStore.state.getState()
        .folders.every(({ name }) => name !== "Mine"),
    ).toBe(true);
    storedValues.set(`lectern.${userId}.folders`, "{");
    expect(openDevice({}, userId).promptStore.state.getState().folders.length).toBeGreaterThan(0);
  });

  test("is ready once its prompts are loaded; if that fails, `ready` rejects and can be called again", async () => {
    startFakePromptServer();
    const loadBuiltIn = vi.fn(async () => [builtInPrompt]).mockRejectedValueOnce(new TypeError("no network"));
    const { promptStore } = openDevice({ loadBuiltIn });
    await expect(promptStore.ready()).rejects.toThrow("no network");
    expect(promptStore.state.getState().status).toBe("loading");
    await promptStore.ready();
    expect(promptStore.state.getState()).toMatchObject({ status: "ready", prompts: [builtInPrompt] });
  });

  test("a built-in template can be hidden and moved, but is never overwritten", async () => {
    startFakePromptServer();
    const { promptStore } = openDevice();
    await promptStore.savePrompts([
      { ...builtInPrompt, content: "Something else", folderId: "f1", data: { hidden: true } },
    ]);
    const shownPrompt = promptStore.state.getState().prompts.find(({ id }) => id === builtInPrompt.id);
    expect(shownPrompt).toEqual({ ...builtInPrompt, folderId: "f1", data: { noEdit: true, hidden: true } });
    await promptStore.removePrompts([builtInPrompt.id]);
    expect(promptStore.state.getState().prompts).toHaveLength(1);
    await expect(promptStore.saveFolder({ id: "agents", name: "Mine", type: "chat" })).rejects.toThrow(RangeError);
  });

  test("another language replaces the built-in templates, whose folder and hidden state stay", async () => {
    startFakePromptServer();
    const germanPrompt = { ...builtInPrompt, name: "Zusammenfassung" };
    const builtInByLanguage = { en: [builtInPrompt], de: [germanPrompt] };
    let language: "en" | "de" = "en";
    const listeners = new Set<() => void>();
    vi.stubGlobal("addEventListener", () => {});
    vi.stubGlobal("removeEventListener", () => {});
    const { promptStore } = openDevice({
      loadBuiltIn: async () => builtInByLanguage[language],
      onLanguageChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    const getBuiltInPrompt = () => promptStore.state.getState().prompts[0];
    await promptStore.savePrompts([{ ...builtInPrompt, folderId: "f1", data: { hidden: true } }]);
    const stop = promptStore.start();
    await vi.waitFor(() => expect(listeners.size).toBe(1));
    language = "de";
    for (const listener of listeners) listener();
    await vi.waitFor(() => expect(getBuiltInPrompt()).toMatchObject({ name: "Zusammenfassung", folderId: "f1" }));
    expect(getBuiltInPrompt()?.data.hidden).toBe(true);
    stop();
    expect(listeners.size).toBe(0);
  });

  test("an item that is not valid for sync is not stored", async () => {
    const server = startFakePromptServer();
    const { promptStore } = openDevice();
    await expect(promptStore.savePrompts([prompt("p1", "x".repeat(401))])).rejects.toThrow(/too long/);
    await expect(promptStore.saveFolder(newFolder("prompt", "x".repeat(401)))).rejects.toThrow(/too long/);
    await promptStore.sync();
    expect(server.names()).toEqual([]);
  });

  test("another tab shows changes", async () => {
    startFakePromptServer();
    vi.stubGlobal("document", new EventTarget());
    vi.stubGlobal("addEventListener", () => {});
    vi.stubGlobal("removeEventListener", () => {});
    const { promptStore, userId } = openDevice();
    const { promptStore: otherStore } = openDevice({}, userId);
    const stops = [promptStore.start(), otherStore.start()];
    await Promise.all([promptStore.sync(), otherStore.sync()]);
    const stateChange = new Promise<void>((resolve) => otherStore.state.subscribe(() => resolve()));
    await promptStore.savePrompts([prompt("p1", "First")]);
    await stateChange;
    expect(getOwnNames(otherStore)).toEqual(["First"]);
    for (const stop of stops) stop();
  });

  test("works until the tab is closed if the browser blocks storage", async () => {
    startFakePromptServer();
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    });
    const { promptStore } = openDevice();
    await promptStore.savePrompts([prompt("p1", "First")]);
    await promptStore.sync();
    await promptStore.removePrompts(["p1"]);
    await promptStore.savePrompts([prompt("p2", "Second")]);
    expect(getOwnNames(promptStore)).toEqual(["Second"]);
  });
});

describe("two devices of one person", () => {
  test("get the same prompts, page by page", async () => {
    const server = startFakePromptServer();
    const [a, b] = [openDevice().promptStore, openDevice().promptStore];
    await a.savePrompts([1, 2, 3, 4, 5, 6, 7].map((n) => prompt(`p${n}`, `Prompt ${n}`)));
    await a.saveFolder({ id: "f1", name: "Mine", type: "prompt" });
    await a.sync();
    await b.sync();
    expect(getOwnNames(b)).toEqual(getOwnNames(a));
    expect(b.state.getState().folders).toContainEqual({ id: "f1", name: "Mine", type: "prompt" });
    await b.removePrompts(["p1", "p2"]);
    await b.removeFolder("f1");
    await b.sync();
    await a.sync();
    expect(getOwnNames(a)).toEqual(["Prompt 3", "Prompt 4", "Prompt 5", "Prompt 6", "Prompt 7"]);
    expect(a.state.getState().folders.map(({ id }) => id)).not.toContain("f1");
    const sentChanges = server.calls.flatMap(({ changes }) => changes);
    expect(sentChanges).toHaveLength(8 + 3);
    expect(sentChanges[0]?.kind).toBe("folder");
  });

  test("a change that could not be sent is sent after a reload", async () => {
    const server = startFakePromptServer();
    const { promptStore, userId } = openDevice();
    server.failures.push("unreachable", "refused");
    await promptStore.savePrompts([prompt("p1", "First")]);
    await promptStore.sync();
    await promptStore.sync();
    expect(server.names()).toEqual([]);
    await openDevice({}, userId).promptStore.sync();
    expect(server.names()).toEqual(["First"]);
  });

  test("send at most 200 changes per call", async () => {
    const server = startFakePromptServer({ itemsPerReply: 500 });
    const { promptStore } = openDevice();
    await promptStore.savePrompts(Array.from({ length: 450 }, (_, n) => prompt(`p${n}`, `Prompt ${n}`)));
    await promptStore.sync();
    expect(server.calls.map(({ changes }) => changes.length)).toEqual([200, 200, 50]);
    await promptStore.sync();
    expect(server.calls.at(-1)?.changes).toEqual([]);
  });

  test("if both changed a prompt, the first change stays, and the second is saved as a copy with a notice", async () => {
    startFakePromptServer();
    const [a, b] = [openDevice(), openDevice()];
    await a.promptStore.savePrompts([prompt("p1", "First")]);
    await a.promptStore.sync();
    await b.promptStore.sync();
    await a.promptStore.savePrompts([prompt("p1", "First", { content: "from a" })]);
    await b.promptStore.savePrompts([prompt("p1", "First", { content: "from b" })]);
    await a.promptStore.sync();
    await b.promptStore.sync();
    await a.promptStore.sync();
    for (const { promptStore } of [a, b]) {
      expect(getContent(promptStore, "p1")).toBe("from a");
      expect(getContent(promptStore, "copy-1")).toBe("from b");
    }
    expect(b.notices).toEqual(["copies: First (copy)"]);
    expect(a.notices).toEqual([]);
  });

  test("a prompt deleted here and changed elsewhere is restored; a folder that both renamed has the first name", async () => {
    startFakePromptServer();
    const [a, b] = [openDevice().promptStore, openDevice().promptStore];
    await a.savePrompts([prompt("p1", "First")]);
    await a.saveFolder({ id: "f1", name: "Mine", type: "prompt" });
    await a.sync();
    await b.sync();
    await a.savePrompts([prompt("p1", "Changed")]);
    await a.saveFolder({ id: "f1", name: "Of a", type: "prompt" });
    await b.removePrompts(["p1"]);
    await b.saveFolder({ id: "f1", name: "Of b", type: "prompt" });
    await a.sync();
    await b.sync();
    expect(getOwnNames(b)).toEqual(["Changed"]);
    expect(b.state.getState().folders).toContainEqual({ id: "f1", name: "Of a", type: "prompt" });
  });

  test("a lost reply does not create a copy", async () => {
    const server = startFakePromptServer();
    const { promptStore, notices } = openDevice();
    await promptStore.savePrompts([prompt("p1", "First")]);
    server.failures.push("replyLost");
    await promptStore.sync();
    await promptStore.savePrompts([prompt("p1", "Second")]);
    await promptStore.sync();
    expect(server.names()).toEqual(["Second"]);
    expect(notices).toEqual([]);
  });

  test("a change made while a reply is on its way is sent next and is not a conflict", async () => {
    const server = startFakePromptServer();
    const { promptStore, notices } = openDevice();
    await promptStore.savePrompts([prompt("p1", "First")]);
    server.onReply(async () => {
      server.onReply(null);
      await promptStore.savePrompts([prompt("p1", "Second")]);
    });
    await promptStore.sync();
    await promptStore.sync();
    expect(getOwnNames(promptStore)).toEqual(["Second"]);
    expect(server.names()).toEqual(["Second"]);
    expect(notices).toEqual([]);
  });

  test("the change of a received prompt is undone, which is reported once", async () => {
    const server = startFakePromptServer();
    const { promptStore, notices } = openDevice();
    await promptStore.savePrompts([prompt("p1", "Received"), prompt("p2", "Own")]);
    await promptStore.sync();
    server.receivedIds.add("p1");
    await promptStore.savePrompts([prompt("p1", "Renamed"), prompt("p2", "Also renamed")]);
    await promptStore.sync();
    await promptStore.sync();
    expect(getOwnNames(promptStore)).toEqual(["Also renamed", "Received"]);
    expect(server.names()).toEqual(["Also renamed", "Received"]);
    expect(notices).toEqual(["undone: Renamed"]);
  });

  test("a change that the server rejects does not block others and is reported once", async () => {
    const server = startFakePromptServer();
    server.rejectedNames.add("Bad");
    const { promptStore, notices } = openDevice();
    await promptStore.savePrompts([prompt("p1", "Good"), prompt("p2", "Bad"), prompt("p3", "Better")]);
    await promptStore.sync();
    await promptStore.sync();
    expect(server.names()).toEqual(["Better", "Good"]);
    expect(notices).toEqual(["rejected: Bad: There is no room for it."]);
    expect(getOwnNames(promptStore)).toEqual(["Bad", "Better", "Good"]);
    await promptStore.savePrompts([prompt("p2", "Mended")]);
    await promptStore.sync();
    expect(server.names()).toEqual(["Better", "Good", "Mended"]);
  });

  test("after a rejected change, the others are not sent one by one", async () => {
    const server = startFakePromptServer({ itemsPerReply: 500 });
    server.rejectedNames.add("Bad");
    const { promptStore } = openDevice();
    await promptStore.savePrompts([
      prompt("p0", "Bad"),
      ...Array.from({ length: 250 }, (_, n) => prompt(`q${n}`, `N${n}`)),
    ]);
    await promptStore.sync();
    expect(server.names()).toHaveLength(250);
    expect(server.calls.length).toBeLessThan(30);
  });

  test("items that are neither prompts nor folders are ignored", async () => {
    const server = startFakePromptServer({ itemsPerReply: 50 });
    const { promptStore } = openDevice();
    server.insertRaw({ kind: "prompt", id: "p1", revision: 1, item: { ...prompt("p1", "Bad"), type: "virus" } });
    server.insertRaw({ kind: "prompt", id: "p2", revision: 1, item: prompt("p1", "Other id") });
    server.insertRaw({ kind: "script", id: "p3", revision: 1, item: null });
    server.insertRaw(null);
    server.insertRaw({ kind: "prompt", id: "p4", revision: 1, item: prompt("p4", "Good") });
    await promptStore.sync();
    expect(getOwnNames(promptStore)).toEqual(["Good"]);
  });

  test("two tabs do not send the same change twice", async () => {
    const server = startFakePromptServer();
    const { promptStore, userId } = openDevice();
    await promptStore.savePrompts([prompt("p1", "First")]);
    const { promptStore: otherStore } = openDevice({}, userId);
    await Promise.all([promptStore.sync(), otherStore.sync()]);
    expect(server.calls.flatMap(({ changes }) => changes)).toHaveLength(1);
    expect(toRecordId("prompt", "p1")).toBe("prompt p1");
  });

  test("after any actions and lost replies, they end up equal, and no unseen change is lost", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("save"), device: fc.nat(1), id: fc.nat(2) }),
      fc.record({ do: fc.constant("remove"), device: fc.nat(1), id: fc.nat(2) }),
      fc.record({ do: fc.constantFrom("sync", "unreachable", "replyLost"), device: fc.nat(1), id: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const server = startFakePromptServer();
        const bothStores = [openDevice().promptStore, openDevice().promptStore];
        const writtenContents = new Set<string>();
        const seenContents = new Set<string>();
        const getDevice = (device: number) => bothStores[device] ?? bothStores[0] ?? openDevice().promptStore;
        const run = async (now: (typeof steps)[number], index: number) => {
          const promptStore = getDevice(now.device);
          const id = `p${now.id}`;
          if (now.do === "save" || now.do === "remove") seenContents.add(getContent(promptStore, id) ?? "");
          if (now.do === "save") {
            writtenContents.add(`text ${index}`);
            await promptStore.savePrompts([prompt(id, "Name", { content: `text ${index}` })]);
          } else if (now.do === "remove") await promptStore.removePrompts([id]);
          else {
            server.failures.splice(0);
            if (now.do === "unreachable" || now.do === "replyLost") server.failures.push(now.do);
            await promptStore.sync();
          }
        };
        for (const [index, now] of steps.entries()) await run(now, index);
        server.failures.splice(0);
        for (const device of [0, 1, 0, 1]) await getDevice(device).sync();
        const contents = (promptStore: StartablePromptStore) =>
          promptStore.state
            .getState()
            .prompts.map(({ id, content }: PromptTemplate) => `${id}: ${content}`)
            .sort();
        expect(contents(getDevice(0))).toEqual(contents(getDevice(1)));
        const remaining = getDevice(0)
          .state.getState()
          .prompts.map(({ content }) => content);
        expect([...writtenContents].filter((text) => !seenContents.has(text) && !remaining.includes(text))).toEqual([]);
      }),
      { numRuns: getFuzzRunCount(60) },
    );
  });
});
