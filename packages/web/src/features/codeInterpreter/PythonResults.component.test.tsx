import {
  createCodeInterpreter,
  createGeneratedFile,
  downloadGeneratedFile,
  type GeneratedFile,
  getFeatureFlags,
  type Message,
} from "@lectern/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { pluginStates } from "../../entities/plugins/pluginStates.ts";
import { lastAnswer, sendMessage, waitForAnswerEnd } from "../../testing/chatPage.ts";
import { openStoredChat, waitForRequest } from "../../testing/chatSteps.ts";
import { createBranch, createConversation, stubCloudConversations } from "../../testing/conversations.ts";
import { createPdf } from "../../testing/createPdf.ts";
import { createFlags } from "../../testing/defaultAnswers.ts";
import { renderApp } from "../../testing/renderApp.tsx";
import { eventually } from "../../testing/screen.ts";
import { stubChat } from "../../testing/stubChat.ts";
import { stubFiles } from "../../testing/stubFiles.ts";
import { stubPython } from "../../testing/stubPython.ts";
import { Failure, getPerson, stubOp, stubRequests } from "../../testing/stubServer.ts";

vi.mock("pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker", () => import("../../testing/pdfWorker.ts"));

const files = () => lastAnswer().getByRole("list", { name: "Generated files" });
const fileCard = (name: string) => files().getByRole("listitem").filter({ hasText: name });
const panel = () => page.getByRole("complementary", { name: "Reasoning / Actions" });

const csv = ["city,people", ...Array.from({ length: 20 }, (_, index) => `City ${index + 1},${index}`)].join("\n");
const toBytes = async (content: Blob | string) => new Uint8Array(await new Blob([content]).arrayBuffer());

async function createPng(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context) context.fillStyle = "teal";
  context?.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: "image/png" });
}

const createFile = (key: string, name: string, type: string): GeneratedFile => ({
  type,
  values: { file_key: key, file_name: name, file_size: 1_000, createdAt: "2026-11-21T10:00:00.000Z" },
});

/** A branch whose last answer has this state of the code interpreter. */
function createAnswered(codeInterpreter: object, data: Partial<Message["data"]> = {}): Message[] {
  const [question, answer] = createBranch(["Draw it", "Here it is."]);
  if (!question || !answer) throw new Error("the branch has two messages");
  return [question, { ...answer, data: { ...answer.data, ...data, state: { codeInterpreter } } }];
}

const pythonCall = {
  ...{ round: 0, tool: "run_python", title: "Run Python", runsInBrowser: true, offset: 0 },
  arguments: '{"code":"make()"}',
};

beforeEach(() => {
  stubOp(getFeatureFlags, createFlags({ codeInterpreterEnabled: true, pluginsOnInput: true }));
});

/** Lets code of a local conversation make files, and the server continue the answer with what the browser has sent. */
async function makeFiles(...made: { name: string; type: string; content: Blob | string }[]): Promise<GeneratedFile[]> {
  const contents = await Promise.all(
    made.map(async ({ content, ...file }) => ({ ...file, bytes: await toBytes(content) })),
  );
  stubPython((run) => run.end({ files: contents }));
  pluginStates.write(getPerson().id, { "code-interpreter": true });
  const chat = stubChat();
  await renderApp();
  await sendMessage("Make them");
  const answer = await waitForRequest(chat, 1);
  const call = { ...pythonCall, id: "s1" };
  answer.send({ s: "meta", step: { ...call, state: "waiting" } });
  answer.end();
  const continued = await waitForRequest(chat, 2);
  const { decisions } = (
    continued.request as unknown as { continueRun: { decisions: { result: { files: GeneratedFile[] } }[] } }
  ).continueRun;
  const content = decisions[0]?.result.files ?? [];
  continued.send({ s: "meta", step: { ...call, state: "done", result: "made" } });
  continued.send({ s: "meta", state: { codeInterpreter: { content, threadId: "python-1" } } });
  continued.write("They are ready.");
  continued.end();
  await waitForAnswerEnd();
  return content;
}

test("files of a local conversation stay in the browser, and each is shown below the answer as its type allows [C2.21] [C9.10a]", async () => {
  const content = await makeFiles(
    { name: "cities.csv", type: "text/csv", content: csv },
    { name: "plot.png", type: "image/png", content: await createPng(2_000, 400) },
    { name: "report.pdf", type: "application/pdf", content: createPdf([["One"], ["Two"]]) },
    { name: "model.bin", type: "application/octet-stream", content: "x" },
    { name: "notes.txt", type: "text/plain", content: "x" },
  );
  expect(content.every(({ values }) => values.file_key.startsWith("local:"))).toBe(true);
  expect(content[0]?.values).toMatchObject({ file_name: "cities.csv", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const table = fileCard("cities.csv").getByRole("table");
  await eventually(() => table.getByRole("row").elements().length).toBe(11);
  await expect.element(table.getByRole("cell", { name: "City 10" })).toBeVisible();
  await expect
    .element(fileCard("cities.csv").getByRole("button", { name: "Download to see full content" }))
    .toBeVisible();
  const image = fileCard("plot.png").getByRole("img", { name: "plot.png" });
  await eventually(() => (image.element() as HTMLImageElement).naturalWidth).toBe(1_600);
  await eventually(
    () =>
      fileCard("report.pdf")
        .getByRole("img", { name: /^Page / })
        .elements().length,
  ).toBe(2);
  await expect.element(fileCard("notes.txt").getByText("Unsupported file type", { exact: true })).toBeVisible();
  await expect.element(fileCard("model.bin").getByText("Unsupported file type")).not.toBeInTheDocument();
  // The conversation is where its files are.
  await expect.element(files().getByText(/^Not in the cloud/)).not.toBeInTheDocument();
  for (const { values } of content)
    await expect.element(files().getByRole("button", { name: `Download ${values.file_name}` })).toBeVisible();
  await fileCard("plot.png").getByRole("button", { name: "Open plot.png" }).click();
  const whole = page.getByRole("dialog").getByRole("img", { name: "plot.png" });
  await eventually(() => (whole.element() as HTMLImageElement).naturalWidth).toBe(2_000);
});

test("files of a cloud conversation are uploaded, the small picture too, and read from the server", async () => {
  // Answers uploads through the same requests.
  stubFiles();
  const created: object[] = [];
  const uploads: string[] = [];
  stubOp(createGeneratedFile, (input) => {
    created.push(input);
    return { key: `key-${created.length}`, uploadUrl: `/files/generated/${created.length}` };
  });
  stubRequests(async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith("/files/generated/")) return null;
    uploads.push(`${request.method} ${pathname} ${(await request.blob()).size > 0}`);
    return Response.json({ success: true });
  });
  const { storeFiles } = await import("../../entities/codeInterpreter/storeFiles.ts");
  const place = { userId: getPerson().id, conversationId: "c1", isLocal: false, assistantId: "ci-1", threadId: "t1" };
  const bytes = await toBytes(await createPng(1_700, 100));
  const signal = new AbortController().signal;
  const stored = await storeFiles([{ name: "plot.png", type: "image/png", bytes }], place, signal);
  expect(created).toMatchObject([
    { assistantId: "ci-1", threadId: "t1", name: "plot.png", type: "image/png", size: bytes.length },
    { assistantId: "ci-1", name: "plot.png", type: "image/png" },
  ]);
  expect(uploads).toEqual(["PUT /files/generated/1 true", "PUT /files/generated/2 true"]);
  expect(stored.files[0]?.values).toMatchObject({ file_key: "key-1", file_key_low_res: "key-2" });
});

test("a file that cannot be uploaded stays in the browser, and the model and the person are told", async () => {
  stubOp(createGeneratedFile, () => {
    throw new Failure("Your storage is full.", { status: 413, code: "quotaExceeded" });
  });
  const { storeFiles } = await import("../../entities/codeInterpreter/storeFiles.ts");
  const conversation = createConversation({ isLocal: false });
  const place = { userId: getPerson().id, conversationId: conversation.id, isLocal: false };
  const made = [{ name: "a.csv", type: "text/csv", bytes: await toBytes("a,b") }];
  const { signal } = new AbortController();
  const { files: content, notes } = await storeFiles(made, { ...place, assistantId: "ci", threadId: "t1" }, signal);
  expect(content[0]?.values.file_key).toMatch(/^local:/);
  expect(notes).toEqual([expect.stringMatching(/upload failed: a\.csv \(.*storage is full\.\)$/)]);
  const messages = createAnswered({ content });
  stubCloudConversations({ ...conversation, messages, headId: messages.at(-1)?.id ?? null });
  await renderApp(`#c=${conversation.id}`);
  const note = fileCard("a.csv").getByText(/^Not in the cloud: only the browser/);
  await expect.element(note).toBeVisible();
  await expect.element(fileCard("a.csv").getByRole("columnheader", { name: "b" })).toBeVisible();
});

test.for([
  ["a.csv", "text/csv", "Unfortunately, we are unable to display the file contents at this time..."],
  ["a.pdf", "application/pdf", "Unfortunately, we are unable to display the PDF at this time..."],
  ["a.png", "image/png", "Unfortunately, we are unable to display the image at this time..."],
] as const)("a preview of %s that cannot be shown says so [C8.40]", async ([name, type, text]) => {
  stubOp(downloadGeneratedFile, () => {
    throw new Failure("The storage is busy.", { status: 503, code: "unavailable" });
  });
  await openStoredChat(createAnswered({ content: [createFile("k1", name, type)] }));
  await expect.element(fileCard(name).getByText(text, { exact: true })).toBeVisible();
  await expect.element(fileCard(name).getByText("The storage is busy.")).toBeVisible();
});

test("a file of another browser says where it is", async () => {
  await openStoredChat(createAnswered({ content: [createFile("local:elsewhere", "a.csv", "text/csv")] }));
  await expect
    .element(fileCard("a.csv").getByText("This file is only in the browser in which it was made."))
    .toBeVisible();
  await files().getByRole("button", { name: "Download a.csv" }).click();
  await expect.element(page.getByRole("alert").getByText("The file couldn’t be downloaded.")).toBeVisible();
});

test("if the interpreter fails, its thread is given up without a word, and the answer says so [C8.39]", async () => {
  const error = "An error occurred with the code interpreter. The response was generated by the product.";
  stubPython((run) => run.end({ status: "crashed" }));
  const chat = stubChat();
  const steps = [{ ...pythonCall, id: "s1", state: "waiting" as const }];
  const state = { content: [], threadId: "python-0" };
  await openStoredChat(createAnswered(state, { run: { requestId: "r1" }, steps }));
  const continued = await waitForRequest(chat, 1);
  expect(continued.request).toMatchObject({
    continueRun: { decisions: [{ result: { isError: true, hasInterpreterFailed: true, threadId: null } }] },
  });
  continued.send({ s: "meta", step: { ...pythonCall, id: "s1", state: "failed", result: "Crashed" } });
  continued.send({ s: "meta", state: { codeInterpreter: { content: [], threadId: null, error } } });
  continued.write("Without Python.");
  continued.end();
  await waitForAnswerEnd();
  await expect.element(lastAnswer().getByRole("alert").getByText(error, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/thread/i)).not.toBeInTheDocument();
});

test("the panel shows what the model was asked, thought, ran and called, and the versions of the files [C2.22] [C2.23]", async () => {
  stubOp(downloadGeneratedFile, () => ({ downloadUrl: "/files/generated/1" }));
  const step = { round: 0, title: "Run Python", offset: 0 };
  const [question, answer] = createAnswered(
    { content: [createFile("k2", "a.bin", "application/octet-stream")], threadId: "t1" },
    {
      reasoning: "I should divide.",
      steps: [
        {
          ...step,
          id: "s1",
          tool: "run_python",
          arguments: '{"code":"1 / 0"}',
          state: "failed",
          result: "ZeroDivisionError",
        },
        {
          ...step,
          id: "s2",
          tool: "search",
          title: "Search documents",
          arguments: '{"query":"x"}',
          state: "done",
          result: "Found it",
        },
      ],
    },
  );
  if (!question || !answer) throw new Error("the branch has two messages");
  const [first, second] = createAnswered({ content: [createFile("k1", "a.bin", "application/octet-stream")] });
  if (!first || !second) throw new Error("the branch has two messages");
  await openStoredChat([
    { ...first, id: "f-0" },
    { ...second, id: "f-1", parentId: "f-0" },
    { ...question, parentId: "f-1" },
    answer,
  ]);
  await lastAnswer().getByRole("button", { name: "Reasoning / Actions" }).click();
  await expect.element(panel()).toBeVisible();
  const entries = panel().getByRole("list", { name: "What happened" }).getByRole("listitem");
  await eventually(() => entries.elements().map((entry) => entry.querySelector("h3")?.textContent)).toEqual([
    "User Prompt",
    "Thinking",
    "Execute Code",
    "Resultfailed",
    "Execute with argumentsSearch documents",
    "Result",
  ]);
  await expect.element(entries.nth(0).getByText("Draw it")).toBeVisible();
  await expect.element(entries.nth(1).getByText("I should divide.")).toBeVisible();
  await eventually(() => entries.nth(2).getByRole("group", { name: "Code, Python" }).element().textContent).toContain(
    "1 / 0",
  );
  expect(entries.nth(3).element()).toHaveAttribute("data-error");
  expect(entries.nth(5).element()).not.toHaveAttribute("data-error");
  const changed = panel().getByRole("region", { name: "Changed files" });
  await changed.getByText("2 versions").click();
  const versions = changed.getByRole("list", { name: "Versions of a.bin" }).getByRole("listitem");
  await eventually(() => versions.elements().length).toBe(2);
  expect(versions.first().element().textContent).toMatch(/Version 2.*Nov 21, 2026/);
});

test("an answer without code has none of this", async () => {
  stubOp(createCodeInterpreter, { assistantId: "unused" });
  await openStoredChat(createBranch(["Hello", "Hi."]));
  await expect.element(lastAnswer().getByText("Hi.")).toBeVisible();
  await expect.element(lastAnswer().getByRole("button", { name: "Reasoning / Actions" })).not.toBeInTheDocument();
  await expect.element(files()).not.toBeInTheDocument();
});
