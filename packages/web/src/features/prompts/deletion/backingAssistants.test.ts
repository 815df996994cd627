import { type AssistantSummary, listAssistantShares, listAssistants } from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createAssistantSummary } from "../../../entities/assistants/testing/createAssistantSummary.ts";
import { prompt } from "../../../entities/prompts/store/testing/fakePromptServer.ts";
import { decodeBase64, encodeBase64 } from "../../../lib/base64.ts";
import { getBackingAssistantId, loadBackingAssistants } from "./backingAssistants.ts";

afterEach(() => vi.unstubAllGlobals());

/** Replaces `fetch` with a server that lists the assistants. `sharedIds`: those that other people have a right to. */
function startFakeServer(assistants: readonly AssistantSummary[], sharedIds: readonly string[]) {
  const askedIds: string[] = [];
  const share = { id: "bob", kind: "person", name: "Bob", email: "bob@uni.edu", role: "use" };
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const { path, op, data, method } = JSON.parse(String(init.body)).data;
    const reply = (result: object) =>
      Response.json({ data: encodeBase64(JSON.stringify({ success: true, data: result })) });
    if (method === listAssistants.method && path + op === listAssistants.path)
      return reply({ assistants, nextCursor: null });
    if (path + op !== listAssistantShares.path) return Response.json({ success: false }, { status: 500 });
    const { assistantId } = JSON.parse(decodeBase64(data));
    askedIds.push(assistantId);
    const shares = sharedIds.includes(assistantId) ? [share] : [];
    return reply({ shares, total: shares.length, nextCursor: null });
  });
  return askedIds;
}

test("a prompt from anywhere names an assistant, or none", () => {
  const getId = (assistant: Record<string, unknown>) =>
    getBackingAssistantId(prompt("p", "P", { data: { assistant } }));
  expect(getId({ definition: { assistantId: "astp/1", id: "ast/1" } })).toBe("astp/1");
  for (const broken of [{}, { definition: null }, { definition: { assistantId: 1 } }]) expect(getId(broken)).toBeNull();
  expect(getBackingAssistantId(prompt("p", "P"))).toBeNull();
});

test("only a person's own assistants can be deleted with a prompt, and only those without `noDelete`", async () => {
  const assistants = [
    createAssistantSummary({ assistantId: "own", name: "Own" }),
    createAssistantSummary({ assistantId: "quiet", name: "Quiet" }),
    createAssistantSummary({ assistantId: "locked", noDelete: true }),
    createAssistantSummary({ assistantId: "writable", role: "write" }),
    createAssistantSummary({ assistantId: "group", group: { id: "g", name: "G" } }),
    createAssistantSummary({ assistantId: "system", isSystem: true }),
    createAssistantSummary({ assistantId: "not asked for" }),
  ];
  const askedIds = startFakeServer(assistants, ["own", "writable"]);
  const ids = ["own", "quiet", "locked", "writable", "group", "system", "of a stranger"];
  const found = await loadBackingAssistants(new QueryClient(), ids);
  expect(found.map(({ assistantId }) => assistantId)).toEqual(ids.slice(0, -1));
  expect(found.filter(({ isDeletable }) => isDeletable)).toEqual([
    { assistantId: "own", name: "Own", isSystem: false, isDeletable: true, isShared: true },
    { assistantId: "quiet", name: "Quiet", isSystem: false, isDeletable: true, isShared: false },
  ]);
  expect(askedIds).toEqual(["own", "quiet"]);
});
