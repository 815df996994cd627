import { appendMessages, connectModelEndpoint, createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { findForbiddenMarkup, recordExecutedScripts } from "../../support/hostilePage.ts";
import { routeChat } from "../../support/routeChat.ts";
import {
  answers,
  composer,
  conversationList,
  expectEventually,
  openWorkspace,
  questions,
  send,
} from "../../support/screen.ts";

// Requests to any other server and violations of the policy fail a test by themselves: see openPages.ts.
const markup = '"><img src=//evil.example/x onerror=alert(1)><script>alert(1)</script>';
const fixture = createWorkspaceFixture({
  environment: { PRODUCT_NAME: "</title><img src=//evil.example/x onerror=alert(1)>" },
});

/** Text that is hostile both as HTML and as Markdown. */
const hostile = `${markup} ![x](https://evil.example/p.gif) [x](javascript:alert(1)) <style>body{display:none}</style>`;
const status = {
  id: "s",
  summary: hostile,
  message: `More: ${hostile}`,
  type: "info",
  inProgress: false,
  sticky: true,
};

test("the names of models, conversations, the product and people, and a hostile address, are rendered as text", async () => {
  const { workspace } = fixture;
  const models = await startModelServer({ models: [`${markup} large`, "javascript:alert(1)"] });
  await workspace.api.call(connectModelEndpoint, {
    url: models.url,
    modelIds: [`${markup} large`, "javascript:alert(1)"],
  });
  const { page, api } = await fixture.openSignedIn({ email: "<img/src=x/onerror=alert(1)>@evil.example" });
  const ran = await recordExecutedScripts(page);
  await api.call(createConversation, { conversation: { id: "hostile", name: hostile, tags: [markup] } });
  await openWorkspace(page, fixture.url, "#c=hostile");
  await expectEventually(() => conversationList(page).textContent()).toContain(markup);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option").filter({ hasText: "onerror=alert(1)" }).first().waitFor();
  await page.getByRole("option").filter({ hasText: "onerror=alert(1)" }).first().click();
  expect(await page.title()).toContain("</title><img src=");
  expect(await page.locator("img, iframe, object, embed").count()).toBe(0);
  for (const fragment of [
    `#c=${markup}`,
    "#c=javascript:alert(1)",
    `#page=${markup}`,
    "#__proto__=x",
    `#${encodeURIComponent(markup)}`,
  ]) {
    await page.goto(`${fixture.url}/${fragment}`);
    await page.reload();
    await conversationList(page).waitFor();
    expect(await page.locator("body img, iframe, object, embed").count()).toBe(0);
  }
  expect(ran).toEqual([]);
  await models.close();
});

test("reasoning, notices, failures and the model's name beside an answer are rendered as text, and so is a question", async () => {
  const { page, api } = await fixture.openSignedIn();
  const ran = await recordExecutedScripts(page);
  const conversationId = crypto.randomUUID();
  await api.call(createConversation, { conversation: { id: conversationId, name: "Carriers" } });
  const answer = { role: "assistant" as const, content: "An answer." };
  const end = { end: "failed" as const, code: markup, message: hostile };
  const messages = [
    { id: "q", parentId: null, role: "user" as const, content: hostile, label: hostile },
    { ...answer, id: "a1", parentId: "q", data: { modelName: hostile, reasoning: hostile, statuses: [status], end } },
    {
      ...answer,
      id: "a2",
      parentId: "a1",
      content: hostile,
      data: { state: { sources: hostile }, end: { end: "done" as const, finishReason: hostile } },
    },
  ];
  await api.call(appendMessages, { conversationId, messages, headId: "a2" });
  await openWorkspace(page, fixture.url, `#c=${conversationId}`);
  await expectEventually(() => answers(page).count()).toBe(2);
  await page.getByRole("button", { name: "Thought process" }).click();
  for (const opener of await page.getByRole("list", { name: "Progress" }).getByRole("button").all())
    await opener.click();
  await expectEventually(() => questions(page).first().textContent()).toContain("onerror=alert(1)");
  await expectEventually(() => answers(page).first().textContent()).toContain("onerror=alert(1)");
  expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
  expect(ran).toEqual([]);
});

test("stream content is rendered as text in every event of the wire format, and in unknown events", async () => {
  const { page } = await fixture.openSignedIn();
  const ran = await recordExecutedScripts(page);
  await openNewConversation(page, fixture.url);
  const chat = await routeChat(page);
  await send(page, hostile);
  chat.push(
    { s: "meta", r: hostile },
    { s: "meta", st: { ...status, inProgress: true, icon: markup } },
    { s: markup, d: `${hostile}\n\n` },
    { s: "__proto__", d: hostile },
    { s: "meta", state: { __proto__: { polluted: true }, currentAssistant: markup, references: [hostile] } },
    { s: "0", d: { tool_calls: [{ index: 0, id: markup, function: { name: markup, arguments: hostile } }] } },
    { s: "meta", html: hostile, script: "alert(1)" },
  );
  await expectEventually(() => lastAnswer(page).textContent()).toContain("onerror=alert(1)");
  expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
  chat.finish([{ s: "meta", end: "failed", code: markup, message: hostile }]);
  await waitForAnswerEnd(page);
  await page.getByRole("button", { name: /Thought process|Thinking/ }).click();
  expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);
  expect(await page.evaluate(() => Reflect.get({}, "polluted"))).toBeUndefined();
  expect(ran).toEqual([]);
});

test("the message of a refusal is rendered as text, in place of an answer and in a notice", async () => {
  const { page } = await fixture.openSignedIn();
  const ran = await recordExecutedScripts(page);
  await openNewConversation(page, fixture.url);
  const refusal = { success: false, message: hostile, code: markup, requestId: markup };
  await page.route(/\/chat$/, (route) =>
    route.fulfill({ status: 502, json: refusal, headers: { "x-request-id": "x" } }),
  );
  await send(page, "Hello");
  await expectEventually(() => lastAnswer(page).textContent()).toContain("onerror=alert(1)");
  await page.route("**/api/requestOp", (route) => route.fulfill({ status: 409, json: refusal }));
  await page.reload();
  await composer(page).waitFor();
  await expectEventually(() => page.locator("body").textContent()).toContain("onerror=alert(1)");
  expect(await page.locator("body img, iframe, object, embed, body script:not([src])").count()).toBe(0);
  expect(ran).toEqual([]);
});
