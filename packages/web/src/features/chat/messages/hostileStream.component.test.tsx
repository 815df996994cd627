import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import { queryClient } from "../../../lib/queryClient.ts";
import { alerts, lastAnswer, refuseChats, sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { listForbiddenMarkup } from "../../../testing/listForbiddenMarkup.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, eventually, log } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubRequests } from "../../../testing/stubServer.ts";

const markup = '"><img src=//evil.example/x onerror=alert(1)><script>alert(1)</script>';
/** Text that is hostile both as HTML and as Markdown. */
const hostileText = `${markup} ![x](https://evil.example/p.gif) [x](javascript:alert(1)) <style>body{display:none}</style>`;
const refusal = { success: false, message: hostileText, code: markup, requestId: markup };

const functionNames = ["alert", "confirm", "prompt", "open"] as const;
beforeEach(() => {
  for (const name of functionNames) vi.spyOn(window, name).mockReturnValue(undefined as never);
});
afterEach(() => {
  const calls = functionNames.filter((name) => vi.mocked(window[name]).mock.calls.length > 0);
  vi.restoreAllMocks();
  expect(calls).toEqual([]);
  const addresses = performance.getEntriesByType("resource").map(({ name }) => name);
  expect(addresses.filter((address) => address.includes("evil.example"))).toEqual([]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("stream content is rendered as text in every event of the wire format and in unknown events", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage(hostileText);
  await eventually(() => chat.answers.length).toBe(1);
  const [answer] = chat.answers;
  // An object literal would set the prototype.
  const polluting: unknown = JSON.parse('{ "__proto__": { "polluted": true }, "constructor": { "prototype": {} } }');
  const status = { id: "s", summary: hostileText, message: `More: ${hostileText}`, type: "info", inProgress: true };
  answer?.send(
    { s: "meta", r: hostileText },
    { s: "meta", st: { ...status, icon: markup } },
    { s: markup, d: `${hostileText}\n\n` },
    { s: "__proto__", d: hostileText },
    { s: "meta", state: polluting },
    { s: "meta", state: { currentAssistant: markup, references: [hostileText] } },
    { s: "0", d: { tool_calls: [{ index: 0, id: markup, function: { name: markup, arguments: hostileText } }] } },
    { s: "meta", html: hostileText, script: "alert(1)" },
  );
  await eventually(() => lastAnswer().element().textContent).toContain("onerror=alert(1)");
  expect(listForbiddenMarkup(log().element())).toEqual([]);
  answer?.end({ end: "failed", code: markup, message: hostileText });
  await waitForAnswerEnd();
  const reasoningButton = lastAnswer().getByRole("button", { name: "Thought process" });
  await reasoningButton.click();
  await expect.element(reasoningButton).toHaveAttribute("aria-expanded", "true");
  expect(listForbiddenMarkup(log().element())).toEqual([]);
});

test("a refusal is rendered as text, in place of an answer and in notices", async () => {
  stubChat();
  refuseChats({ status: 502, message: hostileText, code: markup });
  await renderApp();
  await sendMessage("Hello");
  await eventually(() => lastAnswer().element().textContent).toContain("onerror=alert(1)");
  expect(listForbiddenMarkup(log().element())).toEqual([]);
  await cleanup();
  queryClient.clear();
  stubRequests(({ url }) =>
    new URL(url).pathname === "/api/requestOp" ? Response.json(refusal, { status: 409 }) : null,
  );
  await renderApp();
  await expect.element(composer()).toBeVisible();
  const notice = alerts().filter({ hasText: "onerror=alert(1)" }).first();
  await expect.element(notice).toBeInTheDocument();
  expect(listForbiddenMarkup(notice.element())).toEqual([]);
  expect(document.querySelectorAll("body img, iframe, object, embed, body script:not([src])")).toHaveLength(0);
});
