import { expect, test } from "vitest";
import { describeDropped, emptyEndpoint } from "./endpointChanges.ts";

test("new addresses that are not saved are named with what they lack; empty ones and those without a need for a key are not", () => {
  const address = (changes: Partial<typeof emptyEndpoint>) => ({ ...emptyEndpoint, ...changes });
  const describe = (...endpoints: (typeof emptyEndpoint)[]) => describeDropped([{ id: "large", endpoints }]);
  const url = "https://models.example.org/v1";
  expect(describe(address({ url }))).toEqual([
    `large: ${url} has no key, and “The server needs no key” is not ticked.`,
  ]);
  expect(describe(address({ key: "sk-1" }))).toEqual(["large: an address with a key has no URL."]);
  expect(describe(emptyEndpoint, address({ url, key: "sk-1" }), address({ url, needsNoKey: true }))).toEqual([]);
  expect(describe(address({ url, isNew: false }), address({ url, isRemoved: true } as never))).toEqual([]);
});
