import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetPageStores } from "../../lib/pageStore.ts";
import { closeInterpreter, withInterpreter } from "./interpreterPool.ts";
import { pythonSource } from "./pythonSource.ts";

const { open } = pythonSource;
let openedCount = 0;
let closedIds: string[] = [];

beforeEach(() => {
  [openedCount, closedIds] = [0, []];
  pythonSource.open = async () => {
    openedCount += 1;
    const id = String(openedCount);
    return {
      id,
      writeFile: async () => {},
      run: async () => expect.fail("nothing runs"),
      close: () => void closedIds.push(id),
    };
  };
});
afterEach(() => {
  resetPageStores();
  pythonSource.open = open;
});

const { signal } = new AbortController();

/** Uses the interpreter of a conversation, and returns its id. */
async function use(conversationId: string, isUsable = true): Promise<string> {
  let id = "";
  await withInterpreter(conversationId, signal, async ({ interpreter }) => {
    id = interpreter.id;
    return isUsable;
  });
  return id;
}

test("a conversation keeps its interpreter until it cannot be used, or is closed", async () => {
  expect([await use("a"), await use("a")]).toEqual(["1", "1"]);
  await use("a", false);
  expect(closedIds).toEqual(["1"]);
  expect(await use("a")).toBe("2");
  closeInterpreter("a");
  expect(closedIds).toEqual(["1", "2"]);
});

test("a third interpreter takes the place of the one that was not used for longest", async () => {
  await use("a");
  await use("b");
  await use("a");
  await use("c");
  expect(closedIds).toEqual(["2"]);
  expect(await use("a")).toBe("1");
});

test("a third one waits while two are in use", async () => {
  const ends = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const first = withInterpreter("a", signal, () => ends[0]?.promise ?? Promise.resolve(true));
  const second = withInterpreter("b", signal, () => ends[1]?.promise ?? Promise.resolve(true));
  const third = use("c");
  await Promise.resolve();
  ends[1]?.resolve(true);
  expect(await third).toBe("3");
  expect(closedIds).toEqual(["2"]);
  ends[0]?.resolve(true);
  await Promise.all([first, second]);
});

test("work that waits for its conversation leaves the other interpreter to others, and keeps its own", async () => {
  const end = Promise.withResolvers<boolean>();
  const order: string[] = [];
  const first = withInterpreter("a", signal, () => end.promise);
  const second = use("a").then((id) => order.push(`a ${id}`));
  order.push(`b ${await use("b")}`);
  order.push(`c ${await use("c")}`);
  expect(order).toEqual(["b 2", "c 3"]);
  const busy = Promise.withResolvers<boolean>();
  const other = withInterpreter("c", signal, () => busy.promise);
  const third = use("d");
  end.resolve(true);
  await Promise.all([first, second]);
  expect(order.at(-1)).toBe("a 1");
  expect(await third).toBe("4");
  busy.resolve(true);
  await other;
});

test("what waits for an interpreter can be stopped, and nothing waits for it any more", async () => {
  const end = Promise.withResolvers<boolean>();
  const first = withInterpreter("a", signal, () => end.promise);
  const controller = new AbortController();
  const stopped = withInterpreter("a", controller.signal, async () => expect.fail("it was stopped"));
  const last = use("a");
  controller.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  end.resolve(true);
  expect(await last).toBe("1");
  await first;
});

test("an interpreter that is being opened can be stopped, and is closed", async () => {
  const opened = Promise.withResolvers<void>();
  const openNext = pythonSource.open;
  pythonSource.open = () => opened.promise.then(openNext);
  const controller = new AbortController();
  const stopped = withInterpreter("a", controller.signal, async () => expect.fail("it was stopped"));
  controller.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  opened.resolve();
  await vi.waitFor(() => expect(closedIds).toEqual(["1"]));
  expect(await use("a")).toBe("2");
});
