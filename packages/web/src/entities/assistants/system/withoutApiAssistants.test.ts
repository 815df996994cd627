import { systemAssistantTags } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { encodeBase64 } from "../../../lib/base64.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { createAssistantSummary } from "../testing/createAssistantSummary.ts";
import { withoutApiAssistants } from "./withoutApiAssistants.ts";

afterEach(() => vi.unstubAllGlobals());

const { system, assistantBuilder, apiKeyManager, apiDocHelper } = systemAssistantTags;
const assistants = [
  createAssistantSummary({ name: "Tutor", tags: ["api"] }),
  createAssistantSummary({ name: "Creator", tags: [assistantBuilder, system] }),
  createAssistantSummary({ name: "Keys", tags: [apiKeyManager, system] }),
  createAssistantSummary({ name: "Documents", tags: [apiDocHelper, system] }),
];

async function listShown(respond: () => Response): Promise<string[]> {
  const fetch = vi.fn(async () => respond());
  vi.stubGlobal("fetch", fetch);
  const shown = await withoutApiAssistants(
    assistants,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  return shown.map(({ name }) => name);
}

const answerFlags = (apiKeys: boolean) => () =>
  Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: createFlags({ apiKeys }) })) });

test("[A6.10] without the flag, the assistants that are tagged as API key manager or API helper are removed", async () => {
  expect(await listShown(answerFlags(true))).toEqual(["Tutor", "Creator", "Keys", "Documents"]);
  expect(await listShown(answerFlags(false))).toEqual(["Tutor", "Creator"]);
  expect(await listShown(() => new Response("", { status: 500 }))).toEqual(["Tutor", "Creator"]);
});

test("the flags are not asked for where no such assistant is listed", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  expect(await withoutApiAssistants(assistants.slice(0, 2), new QueryClient())).toHaveLength(2);
  expect(fetch).not.toHaveBeenCalled();
});
