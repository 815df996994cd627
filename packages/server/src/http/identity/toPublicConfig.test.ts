import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { toPublicConfig } from "./toPublicConfig.ts";

test("the browser learns whether an answer locks the rest, and where new conversations are stored", () => {
  expect(toPublicConfig(readConfig({}))).toMatchObject({ locksWhileAnswering: false, defaultStorage: null });
  const environment = { LOCK_WHILE_ANSWERING: "on", DEFAULT_CONVERSATION_STORAGE: "cloud" };
  expect(toPublicConfig(readConfig(environment))).toMatchObject({ locksWhileAnswering: true, defaultStorage: "cloud" });
});
