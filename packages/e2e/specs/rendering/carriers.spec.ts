import { appendMessages, connectModelEndpoint, createConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { findForbiddenMarkup, recordExecutedScripts } from "../../support/browser/hostilePage.ts";
import { answers, conversationList, expectEventually, openWorkspace, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// Requests to any other server and violations of the policy fail a test by themselves: see openPages.ts.
const markup = '"><img src=//evil.example/x onerror=alert(1)><script>alert(1)</script>';
const fixture = createWorkspaceFixture({
  environment: { PRODUCT_NAME: "</title><img src=//evil.example/x onerror=alert(1)>" },
});

/** Text that is hostile both as HTML and as Markdown. */
const hostileText = `${markup} ![x](https://evil.example/p.gif) [x](javascript:alert(1)) <style>body{display:none}</style>`;
const status = {
  id: "s",
  summary: hostileText,
  message: `More: ${hostileText}`,
  type: "info",
  inProgress: false,
  sticky: true,
};

const answer = { role: "assistant" as const, content: "An answer." };
const end = { end: "failed" as const, code: markup, message: hostileText };
const carriers = [
  { id: "q", parentId: null, role: "user" as const, content: hostileText, label: hostileText },
  {
    ...answer,
    id: "a1",
    parentId: "q",
    data: { modelName: hostileText, reasoning: hostileText, statuses: [status], end },
  },
  {
    ...answer,
    id: "a2",
    parentId: "a1",
    content: hostileText,
    data: { state: { sources: hostileText }, end: { end: "done" as const, finishReason: hostileText } },
  },
];

test("names of models, conversations, the product and people, hostile addresses, and reasoning, notices, failures and the model's name beside an answer are rendered as text", async () => {
  const { workspace } = fixture;
  const models = await startModelServer({ models: [`${markup} large`, "javascript:alert(1)"] });
  await workspace.api.call(connectModelEndpoint, {
    url: models.url,
    modelIds: [`${markup} large`, "javascript:alert(1)"],
  });
  const { page, api } = await fixture.openSignedIn({ email: "<img/src=x/onerror=alert(1)>@evil.example" });
  const ran = await recordExecutedScripts(page);
  await api.call(createConversation, { conversation: { id: "hostile", name: hostileText, tags: [markup] } });
  await api.call(createConversation, { conversation: { id: "carriers", name: "Carriers" } });
  await api.call(appendMessages, { conversationId: "carriers", messages: carriers, headId: "a2" });
  await openWorkspace(page, fixture.url, "#c=hostile");
  await expectEventually(() => conversationList(page).textContent()).toContain(markup);
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option").filter({ hasText: "onerror=alert(1)" }).first().click();
  expect(await page.title()).toContain("</title><img src=");
  expect(await page.locator("img, iframe, object, embed").count()).toBe(0);

  await page.goto(`${fixture.url}/#c=carriers`);
  await expectEventually(() => answers(page).count()).toBe(2);
  await page.getByRole("button", { name: "Thought process" }).click();
  for (const opener of await page.getByRole("list", { name: "Progress" }).getByRole("button").all())
    await opener.click();
  await expectEventually(() => questions(page).first().textContent()).toContain("onerror=alert(1)");
  await expectEventually(() => answers(page).first().textContent()).toContain("onerror=alert(1)");
  expect(await findForbiddenMarkup(page.getByRole("log"))).toEqual([]);

  // A fragment has the same effect in an open page as in one that is loaded with it, so reload only for one of each
  // kind.
  for (const { fragment, isOpened } of [
    { fragment: `#c=${markup}`, isOpened: true },
    { fragment: "#c=javascript:alert(1)" },
    { fragment: "#__proto__=x" },
    { fragment: `#${encodeURIComponent(markup)}` },
    { fragment: `#page=${markup}`, isOpened: true },
  ]) {
    await page.goto(`${fixture.url}/${fragment}`);
    if (isOpened) await page.reload();
    await conversationList(page).waitFor();
    expect(await page.locator("body img, iframe, object, embed").count()).toBe(0);
  }
  expect(ran).toEqual([]);
  await models.close();
});
