import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { assistantEditor, editorField, openAssistantEditor } from "../../support/pages/assistantControls.ts";
import { composer, expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { selectChoice } from "../../support/pages/selectField.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

/** A server of the institution in its private network. */
const requests: { url: string; authorization: string; body: string }[] = [];
const api = http.createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { url = "", headers } = request;
  requests.push({ url, authorization: headers.authorization ?? "", body: Buffer.concat(parts).toString() });
  response.writeHead(200, { "content-type": "application/json" }).end('{"seats":3}');
});
const listening = once(api.listen(0, "127.0.0.1"), "listening");
beforeAll(() => listening);
afterAll(() => {
  api.closeAllConnections();
  api.close();
});
await listening;
const host = `127.0.0.1:${(api.address() as AddressInfo).port}`;
const fixture = createWorkspaceFixture({ environment: { API_HOSTS: host } });

test("[G1.06] [G2.08] [G7.16] an author describes an API, tries it and saves it; its assistant asks before it calls it, and answers with the result", async () => {
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await openAssistantEditor(page);
  const editor = assistantEditor(page);
  await editorField(page, "Assistant Name").fill("Registrar");
  await editor
    .getByRole("button", { name: /^API capabilities/ })
    .last()
    .click();
  await editor.getByRole("switch", { name: "Let the assistant call APIs" }).click();
  await editor.getByRole("button", { name: "Add a custom API" }).click();
  await editorField(page, "Name").fill("reserve");
  await selectChoice(editor, "Request type", "POST");
  await editorField(page, "URL").fill(`http://${host}/courses`);
  await editor.getByRole("button", { name: "Add a parameter" }).click();
  await editorField(page, "Name of parameter 1").fill("course");
  await selectChoice(editor, "Authentication", "Token (bearer)");
  await editor.getByLabel("Token", { exact: true }).fill("periwinkle");
  await editorField(page, "Description").last().fill("Reserves a seat in a course.");
  await editor.getByRole("button", { name: "Test API" }).click();
  await editorField(page, "course").fill("Logic");
  await editor.getByRole("button", { name: "Send request" }).click();
  await editor.getByRole("region", { name: "Response" }).getByText('"seats": 3').waitFor();
  await checkAxeInBothThemes(page, "a custom API in the editor");
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await editor.waitFor({ state: "detached" });
  expect(requests).toEqual([{ url: "/courses", authorization: "Bearer periwinkle", body: '{"course":"Logic"}' }]);

  await composer(page).fill("@Regis");
  await page.getByRole("option", { name: /^Registrar/ }).click();
  await expectVisible(page, `Can send parts of this chat to ${host}.`);
  await composer(page).fill('A seat, please. [[call: reserve {"course":"Sets"}]] [[answer: Done: {results}]]');
  await page.keyboard.press("Enter");
  await page.getByText("Do you want to allow the assistant to perform the specified operation?").waitFor();
  await checkAxeInBothThemes(page, "an operation that waits for an approval");
  expect(requests).toHaveLength(1);
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expectVisible(page, 'Done: {"seats":3}');
  await expectEventually(async () => requests.length).toBe(2);
  expect(requests[1]).toEqual({ url: "/courses", authorization: "Bearer periwinkle", body: '{"course":"Sets"}' });
});
