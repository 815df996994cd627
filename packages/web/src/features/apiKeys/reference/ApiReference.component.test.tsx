import { getApiDocumentation, getFeatureFlags, listApiKeys } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alertWithText } from "../../../testing/chatPage.ts";
import { createFlags } from "../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { stubApiKeys } from "../../../testing/stubApiKeys.ts";
import { failOp, stubOp, stubRequests } from "../../../testing/stubServer.ts";

const json = (schema: object, fields: object = {}) => ({ content: { "application/json": { schema, ...fields } } });
const done = (schema: object) => ({ 200: { description: "Done.", ...json(schema) } });

const openApi = {
  tags: [{ name: "Chat" }, { name: "Files" }, { name: "Other" }],
  paths: {
    "/files/tags/list": {
      get: {
        operationId: "listFileTags",
        tags: ["Files"],
        summary: "Lists the tags of the caller's files.",
        "x-key-scopes": ["full_access", "file_upload"],
        parameters: [{ name: "prefix", in: "query", required: false, schema: { type: "string" } }],
        responses: done({ type: "object", properties: { tags: { type: "array", items: { type: "string" } } } }),
      },
    },
    "/files/delete": {
      post: {
        operationId: "deleteFile",
        tags: ["Files"],
        summary: "Deletes a file.",
        "x-key-scopes": ["full_access", "file_upload"],
        requestBody: json(
          {
            type: "object",
            required: ["data"],
            properties: {
              data: {
                type: "object",
                required: ["key"],
                properties: { key: { type: "string" }, mode: { enum: ["soft", "hard"], default: "soft" } },
              },
            },
          },
          { example: { data: { key: "<key>" } } },
        ),
        responses: done({ type: "object", properties: { success: { const: true } } }),
      },
    },
    "/amplifymin/configs": {
      get: {
        operationId: "getSiteConfigs",
        tags: ["Other"],
        summary: "Returns the configuration.",
        "x-key-scopes": [],
        responses: done({ type: "object" }),
      },
    },
    "/chat": {
      post: {
        operationId: "chat",
        tags: ["Chat"],
        summary: "Asks a model.",
        "x-key-scopes": ["full_access", "chat"],
        "x-capability-key-scopes": { documents: ["full_access", "file_upload"] },
        requestBody: json({ type: "object" }, { example: { model: "<model>" } }),
        responses: done({ type: "object" }),
      },
    },
  },
};

const openAiDocument = {
  tags: [{ name: "OpenAI-compatible" }],
  paths: {
    "/v1/chat/completions": {
      post: {
        operationId: "createChatCompletion",
        tags: ["OpenAI-compatible"],
        summary: "Asks a model.",
        "x-key-scopes": ["full_access", "chat"],
        "x-openai-client": { basePath: "/v1", method: "chat.completions.create" },
        requestBody: json({ type: "object" }, { example: { model: "m", messages: [{ role: "user", content: "Hi" }] } }),
        responses: done({ type: "object" }),
      },
    },
    "/v1/models/{model}": {
      get: {
        operationId: "retrieveModel",
        tags: ["OpenAI-compatible"],
        summary: "Returns a model.",
        "x-key-scopes": ["full_access", "chat"],
        "x-openai-client": { basePath: "/v1", method: "models.retrieve" },
        parameters: [{ name: "model", in: "path", required: true, schema: { type: "string" } }],
        responses: done({ type: "object" }),
      },
    },
  },
};

const reference = () => page.getByRole("region", { name: "API reference" });
const operation = (path: string) => reference().getByRole("listitem").filter({ hasText: path });
const listPaths = () =>
  Array.from(document.querySelectorAll("[data-api-operation]"), (row) => row.children[2]?.textContent);

/** Answers as a server whose API has this document. Returns the other requests that it receives. */
function stubReference({ document = openApi as unknown, url = null as string | null } = {}) {
  stubApiKeys([]);
  stubOp(getApiDocumentation, { doc_url: url, csv_url: "/signed/csv", postman_url: "/signed/postman", documents: [] });
  const requests: Request[] = [];
  stubRequests((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/openapi.json") return Response.json(document);
    if (!/^\/(files|v1)\//.test(pathname)) return null;
    requests.push(request);
    return Response.json(
      { success: false, message: "An API key is needed." },
      { status: 401, statusText: "Unauthorized", headers: { "x-request-id": "r-1" } },
    );
  });
  return requests;
}

async function openReference(): Promise<void> {
  await renderApp("#page=api");
  await expect.element(reference().getByRole("heading", { name: "API reference" })).toBeVisible();
}

test("[A2.65] the reference has what keys may call, by domain, and is found by words of a name, a path or a summary; it is downloaded as CSV and Postman, and as PDF if there is one", async () => {
  stubReference();
  await openReference();
  await expect.element(operation("/files/delete")).toBeVisible();
  const titles = reference().getByRole("heading", { level: 2 }).elements();
  expect(titles.map(({ textContent }) => textContent)).toEqual(["Chat", "Files"]);
  expect(listPaths()).toEqual(["/chat", "/files/tags/list", "/files/delete"]);
  const search = reference().getByRole("searchbox", { name: "Search the API reference" });
  for (const [words, paths] of [
    ["deletefile", ["/files/delete"]],
    ["caller's tags", ["/files/tags/list"]],
    ["/CHAT", ["/chat"]],
    ["getSiteConfigs", []],
  ] as const) {
    await search.fill(words);
    await eventually(listPaths).toEqual(paths);
  }
  await expect.element(reference().getByText("No operations match.")).toBeVisible();
  const links = () =>
    reference()
      .getByRole("list", { name: "Downloads" })
      .getByRole("link")
      .elements()
      .map((link) => [link.textContent, link.getAttribute("href"), link.hasAttribute("download")]);
  expect(links()).toEqual([
    ["Download CSV", "/signed/csv", true],
    ["Download Postman", "/signed/postman", true],
  ]);
});

test("[A2.65] an uploaded PDF is offered", async () => {
  stubReference({ url: "/signed/pdf" });
  await openReference();
  await expect.element(reference().getByRole("link", { name: "Download PDF" })).toHaveAttribute("href", "/signed/pdf");
});

test("an operation says what it needs, takes and returns, with examples in three languages", async () => {
  stubReference();
  await openReference();
  await operation("/chat").getByRole("button").click();
  await expect.element(operation("/chat").getByText("A key needs the access “Full access” or “Chat”.")).toBeVisible();
  await expect
    .element(operation("/chat").getByText("To use documents, it also needs “Full access” or “Files”."))
    .toBeVisible();
  await operation("/files/delete").getByRole("button").click();
  const input = operation("/files/delete").getByRole("group", { name: "Input" });
  await expect.element(input.getByRole("row", { name: "data.key string Required" })).toBeVisible();
  await expect
    .element(input.getByRole("row", { name: /^data\.mode string "soft" \| "hard" *Default: "soft"$/ }))
    .toBeVisible();
  const code = () => operation("/files/delete").element().querySelector("pre")?.textContent ?? "";
  await eventually(code).toContain(`curl '${location.origin}/files/delete'`);
  for (const [language, text] of [
    ["JavaScript", `await fetch("${location.origin}/files/delete"`],
    ["Python", "urllib.request.Request("],
  ] as const) {
    await operation("/files/delete").getByText(language, { exact: true }).click();
    await eventually(code).toContain(text);
  }
});

test("the example of a question names a model of the person, so that it can be sent as it is", async () => {
  stubReference();
  await openReference();
  await operation("/chat").getByRole("button").click();
  const code = () => operation("/chat").element().querySelector("pre")?.textContent ?? "";
  await eventually(code).toContain('"model": "local/scripted-large"');
  await expect
    .element(operation("/chat").getByRole("textbox", { name: "Body" }))
    .toHaveValue(JSON.stringify({ model: "local/scripted-large" }, null, 2));
});

test("an operation of the OpenAI-compatible API has examples with OpenAI’s clients, and is tried like all others", async () => {
  const requests = stubReference({ document: openAiDocument });
  await openReference();
  await expect.element(reference().getByRole("heading", { level: 2, name: "OpenAI-compatible" })).toBeVisible();
  const row = operation("/v1/chat/completions");
  await row.getByRole("button").click();
  const code = () => row.element().querySelector("pre")?.textContent ?? "";
  await eventually(code).toContain(`curl '${location.origin}/v1/chat/completions'`);
  await row.getByText("JavaScript", { exact: true }).click();
  await eventually(code).toContain(`new OpenAI({ baseURL: "${location.origin}/v1", apiKey: process.env.LECTERN_KEY })`);
  expect(code()).toContain("await openai.chat.completions.create({");
  await row.getByText("Python", { exact: true }).click();
  await eventually(code).toContain(`OpenAI(base_url="${location.origin}/v1", api_key=os.environ["LECTERN_KEY"])`);
  expect(code()).toContain('client.chat.completions.create(\n    model="m",\n    messages=[');
  await reference().getByLabelText("Your API key, to try things out").fill("amp-v1-secret");
  await row.getByRole("button", { name: "Send", exact: true }).click();
  await expect.element(row.getByText("Status: 401 Unauthorized")).toBeVisible();
  expect(await requests[0]?.json()).toEqual({ model: "m", messages: [{ role: "user", content: "Hi" }] });
  const model = operation("/v1/models/{model}");
  await model.getByRole("button").click();
  await model.getByText("JavaScript", { exact: true }).click();
  await eventually(() => model.element().querySelector("pre")?.textContent).toContain(
    'openai.models.retrieve("MODEL")',
  );
  await model.getByRole("textbox", { name: "model" }).fill("assistant/a");
  await model.getByRole("button", { name: "Send", exact: true }).click();
  await eventually(() => requests.map(({ url }) => new URL(url).pathname)).toEqual([
    "/v1/chat/completions",
    "/v1/models/assistant%2Fa",
  ]);
});

test("trying an operation sends the typed key alone to this server, and shows the status, the headers and the body", async () => {
  const requests = stubReference();
  await openReference();
  await operation("/files/delete").getByRole("button").click();
  const send = operation("/files/delete").getByRole("button", { name: "Send", exact: true });
  await expect.element(send).toBeDisabled();
  await reference().getByLabelText("Your API key, to try things out").fill("amp-v1-secret");
  const body = operation("/files/delete").getByRole("textbox", { name: "Body" });
  await body.fill("{");
  await expect.element(operation("/files/delete").getByText("This is not valid JSON.")).toBeVisible();
  await expect.element(send).toBeDisabled();
  await body.fill('{ "data": { "key": "k" } }');
  await send.click();
  const response = operation("/files/delete").getByRole("region", { name: "Response" });
  await expect.element(response.getByText("Status: 401 Unauthorized")).toBeVisible();
  await response.getByText("Headers").click();
  await expect.element(response.getByText("x-request-id")).toBeVisible();
  await expect.element(response.getByText("An API key is needed.")).toBeVisible();
  const [request] = requests;
  expect([request?.method, request?.headers.get("authorization"), request?.credentials]).toEqual([
    "POST",
    "Bearer amp-v1-secret",
    "omit",
  ]);
  expect(await request?.json()).toEqual({ data: { key: "k" } });
  // The key is nowhere once the page is closed.
  await userEvent.keyboard("{Escape}");
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("amp-v1-secret");
});

test("[A8.23] the reference says so if it cannot be displayed, and what cannot be downloaded", async () => {
  stubReference({ document: { paths: 1 } });
  await openReference();
  await expect.element(alertWithText("Unable to display API documentation at this time...")).toBeVisible();
});

test("[A8.23] the reference stays if only its files cannot be loaded", async () => {
  stubReference();
  failOp(getApiDocumentation, "No.");
  await openReference();
  await expect.element(alertWithText("Unable to display API documentation at this time...")).toBeVisible();
  await expect.element(operation("/chat")).toBeVisible();
});

test("without the flag there is no reference, and nothing is asked for", async () => {
  stubReference();
  stubOp(getFeatureFlags, createFlags({ apiKeys: false }));
  await openReference();
  await expect.element(reference().getByText("API keys are turned off for you.")).toBeVisible();
  expect(listPaths()).toEqual([]);
});

test("the palette opens the reference, and the tab for API access links to it", async () => {
  stubReference();
  stubOp(listApiKeys, { keys: [] });
  await renderApp();
  await userEvent.keyboard("{Control>}k{/Control}");
  await dialogNamed("Command palette").getByRole("combobox").fill("API keys");
  await dialogNamed("Command palette").getByRole("option").filter({ hasText: "API keys" }).first().click();
  const link = dialogNamed("Manage Accounts").getByRole("link", { name: "API reference" });
  await expect.element(link).toHaveAttribute("href", `${location.origin}${location.pathname}#page=api`);
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("{Control>}k{/Control}");
  await dialogNamed("Command palette").getByRole("combobox").fill("API reference");
  await dialogNamed("Command palette").getByRole("option").filter({ hasText: "API reference" }).first().click();
  await expect.element(operation("/chat")).toBeVisible();
});
