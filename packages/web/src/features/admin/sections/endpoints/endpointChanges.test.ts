import { expect, test } from "vitest";
import { describeIncomplete, emptyEndpoint, keepIncomplete, withoutIncomplete } from "./endpointChanges.ts";

type Endpoint = typeof emptyEndpoint;
const address = (changes: Partial<Endpoint>): Endpoint => ({ ...emptyEndpoint, ...changes });
const url = "https://models.example.org/v1";
const stored = address({ url, isNew: false });
const complete = address({ url, key: "sk-1" });
const keyless = address({ url, needsNoKey: true });
const withoutKey = address({ url });
const withoutUrl = address({ key: "sk-1" });
const ticked = address({ needsNoKey: true });
const removed = address({ url, isRemoved: true } as never);
const all = [emptyEndpoint, stored, complete, keyless, withoutKey, withoutUrl, ticked, removed];

test("new addresses that are incomplete are named with what they lack; empty ones and those without a need for a key are not", () => {
  expect(describeIncomplete([{ id: "large", endpoints: all }])).toEqual([
    `large: ${url} has no key, and “The server needs no key” is not ticked.`,
    "large: a new address has no URL.",
    "large: a new address has no URL.",
  ]);
});

test("what is saved has no incomplete address, and what is left afterwards has all in which something was entered", () => {
  const changes = [
    { id: "large", endpoints: all },
    { id: "small", endpoints: [complete] },
  ];
  expect(withoutIncomplete(changes)).toEqual([
    { id: "large", endpoints: [stored, complete, keyless, removed] },
    { id: "small", endpoints: [complete] },
  ]);
  const presentEndpoints = [stored, address({ url: "https://new.example.org", isNew: false })];
  expect(keepIncomplete(changes, [{ id: "large", endpoints: presentEndpoints }])).toEqual([
    { id: "large", endpoints: [...presentEndpoints, withoutKey, withoutUrl, ticked] },
  ]);
});

test("incomplete addresses of a model that was removed meanwhile are not left, those of a model without an address are", () => {
  const changes = ["large", "new"].map((id) => ({ id, endpoints: [withoutKey] }));
  const before = [{ id: "large", endpoints: [stored] }];
  expect(keepIncomplete(changes, [], before)).toEqual([{ id: "new", endpoints: [withoutKey] }]);
});
