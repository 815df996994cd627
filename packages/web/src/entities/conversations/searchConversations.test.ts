import { describe, expect, test } from "vitest";
import { searchConversations } from "./searchConversations.ts";

const named = (...names: string[]) => names.map((name) => ({ name }));
const find = (search: string) =>
  searchConversations(named("Café résumé", "CAFE budget", "Straße", "Wärmelehre II"), search).map(({ name }) => name);

describe("the search", () => {
  test("finds names ignoring case and accents", () => {
    expect(find("cafe")).toEqual(["Café résumé", "CAFE budget"]);
    expect(find("CAFÉ")).toEqual(["Café résumé", "CAFE budget"]);
    expect(find("warme")).toEqual(["Wärmelehre II"]);
  });

  test("requires every word, in any order", () => {
    expect(find("resume cafe")).toEqual(["Café résumé"]);
    expect(find("cafe lehre")).toEqual([]);
  });

  test("returns everything for an empty search", () => {
    expect(find("  ")).toHaveLength(4);
  });
});
