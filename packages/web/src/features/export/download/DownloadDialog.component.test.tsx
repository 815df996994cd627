import { convertConversations, listExportTemplates, openConversation } from "@lectern/contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { createChat } from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { dialogNamed, eventually } from "../../../testing/screen.ts";
import { getSelectField, selectChoice } from "../../../testing/selectField.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { failOp, listInputs, pauseOp, stubOp, stubRequests } from "../../../testing/stubServer.ts";

const dialog = () => dialogNamed("Download as a document");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const box = (name: string) => dialog().getByRole("checkbox", { name, exact: true });
const wordButton = "Download as Word";
const pptButton = "Download as PowerPoint";

const carnot = createChat("carnot", "Carnot's theorem");
const templates = (["docx", "pptx"] as const).map((format) => ({ name: "Lectern", format, isDefault: true }));
const uniTemplate = { name: "Uni.pptx", format: "pptx" as const, isDefault: false };
const stubTemplates = () => stubOp(listExportTemplates, { unavailable: null, templates: [...templates, uniTemplate] });

test("the dialog that the header opens says what the document contains, and offers the other chats on request", async () => {
  stubTemplates();
  failOp(convertConversations, "Not now.");
  await storeLocalConversations(createChat("other", "Another one"), carnot);
  await renderApp("#c=carnot");
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Download as a document" }).click();
  await expect.element(dialog().getByRole("region", { name: "This chat" })).toMatchTextContent(/Carnot's theorem/);
  await button("Options").click();
  await selectChoice(dialog(), "Include", "User Prompts");
  await selectChoice(dialog(), "Include chat name", "No");
  await button("Options").click();
  await expect.element(getSelectField(dialog(), "Include")).toHaveValue("User Prompts");
  await button("Choose chats").click();
  await expect.element(dialog().getByRole("searchbox", { name: "Search chats" })).toHaveFocus();
  await expect.element(page.getByRole("heading", { name: "Download as a document" })).toBeVisible();
  await expect.element(box("Carnot's theorem")).toBeChecked();
  await expect.element(box("Another one")).not.toBeChecked();
  await box("Another one").click();
  await button(wordButton).click();
  // The options are preserved.
  await eventually(() => listInputs(convertConversations)).toHaveLength(1);
  const [request] = listInputs(convertConversations);
  expect(request).toMatchObject({ format: "docx", include: "user", includeConversationName: false });
  const texts = request?.content.history.flatMap(({ messages }) => messages.map(({ content }) => content));
  expect(new Set(texts)).toEqual(new Set(["Question of Carnot's theorem", "Question of Another one"]));
});

test("[C2.25] [C2.27] [C9.03b] [C3.30] the dialog that the settings open needs a selection, also of cloud chats, sends what was chosen, and keeps it when it fails; names are cut at 50 characters", async () => {
  stubTemplates();
  const cloud = stubCloud(createChat("cloudy", "In the cloud"));
  const longName = "A name that goes on for very much longer than fifty characters do";
  await storeLocalConversations(carnot, createChat("long", longName));
  await renderApp();
  await page.getByRole("tab", { name: "More" }).click();
  await page.getByRole("button", { name: "Download as a document" }).click();
  await expect.element(dialog().getByText("None selected")).toBeVisible();
  for (const name of [wordButton, pptButton]) await expect.element(button(name)).toBeDisabled();
  const longNamedCheckbox = dialog().getByRole("checkbox", { name: /^A name that goes on/ });
  const label = longNamedCheckbox.element().closest("label")?.textContent ?? "";
  expect([...label]).toHaveLength(50);
  expect(label.endsWith("…")).toBe(true);
  await longNamedCheckbox.click();
  for (const name of [wordButton, pptButton]) await expect.element(button(name)).toBeEnabled();
  const searchField = dialog().getByRole("searchbox", { name: "Search chats" });
  await searchField.fill("carnot");
  await eventually(() => dialog().getByRole("listitem").elements()).toHaveLength(1);
  await dialog().getByRole("checkbox", { name: "All found" }).click();
  await expect.element(dialog().getByText("2 selected")).toBeVisible();
  await searchField.fill("");
  await longNamedCheckbox.click();

  await box("In the cloud").click();
  await button("Options").click();
  const header = (name: string) => dialog().getByLabelText(name, { exact: true });
  await selectChoice(dialog(), "Include chat name", "No");
  await expect.element(header("Chat header")).toBeDisabled();
  await selectChoice(dialog(), "Include chat name", "Yes");
  await header("Chat header").fill("## ");
  await header("Message header").fill("---");
  await header("User message header").fill("Q: ");
  await header("Assistant message header").fill("A: ");
  await selectChoice(dialog(), "Include", "All Messages & Prompts");
  await selectChoice(dialog(), "PowerPoint template", "Uni.pptx");
  failOp(convertConversations, "The document would be too large.");
  await button(pptButton).click();
  const problem = dialog().getByRole("alert");
  await expect.element(problem.getByText("The document would be too large.")).toBeVisible();
  const createContents = (name: string) => [`Question of ${name}`, `Answer of ${name}`].map((content) => ({ content }));
  const requests = listInputs(convertConversations);
  expect(requests).toMatchObject([
    {
      format: "pptx",
      templateName: "Uni.pptx",
      includeConversationName: true,
      include: "all",
      headers: { conversation: "## ", message: "---", user: "Q: ", assistant: "A: " },
    },
  ]);
  const sentChats = new Map(requests[0]?.content.history.map(({ name, messages }) => [name, messages]));
  expect(sentChats.size).toBe(2);
  for (const name of ["Carnot's theorem", "In the cloud"]) {
    expect(sentChats.get(name)).toMatchObject(createContents(name));
  }
  await expect.element(button(pptButton)).toHaveFocus();
  await expect.element(getSelectField(dialog(), "Include")).toHaveValue("All Messages & Prompts");
  await expect.element(getSelectField(dialog(), "PowerPoint template")).toHaveValue("Uni.pptx");
  for (const name of ["Carnot's theorem", "In the cloud"]) await expect.element(box(name)).toBeChecked();

  cloud.failOp(openConversation, "Not now.");
  await button(pptButton).click();
  await expect.element(problem.getByText("“In the cloud” couldn’t be read: Not now.")).toBeVisible();
});

test("[C2.26] after Download, the dialog says that it prepares the document, then downloads it, and shows the link and Done, which closes it", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  onTestFinished(() => click.mockRestore());
  stubTemplates();
  const url = "/documents/carnot.docx";
  stubRequests(({ method, url: requested }) =>
    method === "HEAD" && requested.endsWith(url) ? new Response(null, { status: 200 }) : null,
  );
  stubOp(convertConversations, { url });
  const { reached, release } = pauseOp(convertConversations);
  await storeLocalConversations(carnot);
  await renderApp("#c=carnot");
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Download as a document" }).click();
  const link = dialog().getByRole("link", { name: "Click to Download", exact: true });
  expect(button("Done").elements()).toEqual([]);
  await button(wordButton).click();
  await reached;
  await expect.element(dialog().getByText("Preparing download", { exact: true })).toBeVisible();
  for (const absent of [link, button("Done"), button(wordButton)]) expect(absent.elements()).toEqual([]);
  release();
  await expect.element(link).toHaveAttribute("href", url);
  expect(click).toHaveBeenCalledOnce();
  await expect.element(dialog().getByText("Preparing download", { exact: true })).not.toBeInTheDocument();
  await button("Done").click();
  await expect.element(dialog()).not.toBeInTheDocument();
});
