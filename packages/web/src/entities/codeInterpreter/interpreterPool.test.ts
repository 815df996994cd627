import { afterEach, beforeEach, expect, test } from "vitest";
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

/** Uses the interpreter of a conversation, and returns its id. */
async function use(conversationId: string, isUsable = true): Promise<string> {
  let id = "";
  await withInterpreter(conversationId, async ({ interpreter }) => {
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
  const first = withInterpreter("a", () => ends[0]?.promise ?? Promise.resolve(true));
  const second = withInterpreter("b", () => ends[1]?.promise ?? Promise.resolve(true));
  const third = use("c");
  await Promise.resolve();
  ends[1]?.resolve(true);
  expect(await third).toBe("3");
  expect(closedIds).toEqual(["2"]);
  ends[0]?.resolve(true);
  await Promise.all([first, second]);
});
