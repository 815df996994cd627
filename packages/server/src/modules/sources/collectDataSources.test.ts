import { expect, test } from "vitest";
import { collectDataSources } from "./collectDataSources.ts";

const ask = (...ids: unknown[]) => ({ role: "user" as const, content: "x", data: { dataSources: ids } });

test("returns each data source once, those of newer messages first", () => {
  const { attached, conversation } = collectDataSources([ask("a", "b"), ask("b", "c", "d", 5), ask("d")]);
  expect(attached.map(({ id }) => id)).toEqual(["d"]);
  expect(conversation.map(({ source }) => source.id)).toEqual(["b", "c", "a"]);
});

test("reads the entries of earlier messages only until there are enough, and few that are malformed", () => {
  let readIds = 0;
  const createEntries = (isMalformed: boolean) =>
    Array.from({ length: 1_000 }, (_, index) => ({
      get id() {
        readIds += 1;
        return isMalformed ? "" : `s${index}`;
      },
      get name() {
        return isMalformed ? 5 : "n";
      },
    }));
  expect(collectDataSources([...Array(50).fill(ask(...createEntries(false))), ask()]).conversation).toHaveLength(300);
  expect(readIds).toBeLessThan(2_000);
  readIds = 0;
  expect(collectDataSources([...Array(50).fill(ask(...createEntries(true))), ask()]).conversation).toEqual([]);
  expect(readIds).toBeLessThan(30_000);
});
