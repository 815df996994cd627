import {
  type Appearance,
  defaultAppearance,
  getFeatureFlags,
  getSiteConfigs,
  type OpOutput,
  updateSiteConfigs,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openSiteAdmin } from "../../../../entities/shell/siteAdminRoute.ts";
import { createFlags } from "../../../../testing/defaultAnswers.ts";
import { renderApp } from "../../../../testing/renderApp.tsx";
import { boxOf, dialogNamed, eventually } from "../../../../testing/screen.ts";
import { listInputs, stubOp } from "../../../../testing/stubServer.ts";
import { discardConfigDrafts } from "../../configDrafts.ts";

// They outlive the dialog.
beforeEach(discardConfigDrafts);

const dialog = () => dialogNamed("Admin Interface");
const field = (name: string) => dialog().getByRole("textbox", { name, exact: true });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const save = () => button("Save Changes").click();
const listSaved = () => listInputs(updateSiteConfigs).at(-1)?.configurations[0]?.data;

async function openTab(
  saved: Partial<Appearance> = {},
  locked: string[] = [],
  result = { success: true, message: "" },
) {
  const configs: OpOutput<typeof getSiteConfigs> = {
    appearance: { ...defaultAppearance, ...saved },
    states: { appearance: { revision: 2, savedBy: null, savedAt: null, locked } },
  };
  stubOp(getFeatureFlags, createFlags({ adminInterface: true }));
  stubOp(getSiteConfigs, configs);
  stubOp(updateSiteConfigs, { appearance: result });
  await renderApp();
  openSiteAdmin("appearance");
  await expect.element(dialog().getByRole("heading", { name: "Look and words" })).toBeVisible();
}

/** Chooses a file as a person does, without the window of the system. */
function chooseLogo(file: File) {
  const input = dialog().element().querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("there is no field for a file");
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("everything is optional; what is entered is saved as a whole, and an empty field is the default", async () => {
  await openTab({ helpUrl: "https://example.org/help" });
  await expect.element(field("Name of the product")).toHaveAttribute("placeholder", "Lectern");
  await field("Name of the product").fill("Study Room");
  await field("Help pages").fill("");
  await field("Address for questions").fill("ask@example.org");
  await field("Conditions on the sign-in page").fill("First.\n\nSecond.");
  await button("Add a way to start").click();
  await field("Way to start 1").fill("Summarize the lecture");
  await save();
  await expect.element(page.getByText("Configurations successfully saved")).toBeVisible();
  expect(listSaved()).toEqual({
    ...defaultAppearance,
    productName: "Study Room",
    contactEmail: "ask@example.org",
    conditions: "First.\n\nSecond.",
    starters: [{ text: "Summarize the lecture" }],
  });
});

test("what the server’s environment sets is read-only and says so", async () => {
  await openTab({ productName: "Set Room", defaultStorage: "cloud" }, ["productName", "defaultStorage"]);
  await expect.element(field("Name of the product")).toHaveAttribute("readonly");
  const text = "The server’s environment sets this, so it can’t be changed here.";
  await expect.element(field("Name of the product")).toHaveAccessibleDescription(text);
  await expect.element(dialog().getByRole("combobox", { name: "Where new chats are stored at first" })).toBeDisabled();
  await expect.element(field("Help pages")).not.toHaveAttribute("readonly");
});

test("the name, the logo and the notice are previewed; a notice has days and a kind", async () => {
  await openTab();
  const preview = dialog().getByRole("figure", { name: "Preview of the name and the notice" });
  await expect.element(preview).toHaveTextContent("Lectern");
  await field("Name of the product").fill("Study Room");
  await field("Text of the notice").fill("Maintenance on Sunday");
  await expect.element(preview).toHaveTextContent("Maintenance on SundayStudy Room");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>';
  chooseLogo(new File([svg], "logo.svg", { type: "image/svg+xml" }));
  await expect.element(button("Remove the logo")).toBeVisible();
  await eventually(() => preview.element().querySelector("img")?.naturalWidth ?? 0).toBeGreaterThan(0);
  await dialog().getByLabelText("First day").fill("2026-12-02");
  await dialog().getByLabelText("Last day").fill("2026-12-01");
  await expect.element(dialog().getByText("The notice ends before it begins.")).toBeVisible();
  await dialog().getByLabelText("Last day").fill("2026-12-03");
  // Another text has the same days.
  await field("Text of the notice").fill("");
  await field("Text of the notice").fill("Maintenance on Sunday");
  await save();
  await eventually(listSaved).toMatchObject({
    logo: `data:image/svg+xml;base64,${btoa(svg)}`,
    banner: { text: "Maintenance on Sunday", tone: "info", from: "2026-12-02", until: "2026-12-03" },
  });
});

test("a logo that is too large or no picture is refused at once, with the reason", async () => {
  await openTab();
  chooseLogo(new File(["x"], "logo.pdf", { type: "application/pdf" }));
  await expect
    .element(dialog().getByRole("alert"))
    .toHaveTextContent("The logo must be a PNG, JPEG, WebP or SVG picture.");
  chooseLogo(new File([new Uint8Array(60_001)], "logo.png", { type: "image/png" }));
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("The logo must not be larger than 60 KB.");
  await expect.element(button("Remove the logo")).not.toBeInTheDocument();
});

test("a colour that is hard to read is adjusted in the theme where it is, and the form says how", async () => {
  await openTab();
  const light = dialog().getByRole("figure", { name: "Light theme" });
  const dark = dialog().getByRole("figure", { name: "Dark theme" });
  // The product's own colours are those of each theme.
  for (const theme of [light, dark]) await expect.element(theme).not.toHaveTextContent("made");
  await field("Colour of links and buttons").fill("#ffd500");
  await eventually(() => light.element().textContent).toMatch(/Links: contrast 4\.\d:1, made darker/);
  await eventually(() => dark.element().textContent).toMatch(
    /Links: contrast [\d.]+:1Text of buttons: contrast 4\.\d:1, made darker/,
  );
  await field("Colour of links and buttons").fill("#ffd");
  await expect.element(dialog().getByText("A colour has the form #1a6c91.")).toBeVisible();
});

test("addresses are checked while they are typed, and the server’s reason is shown", async () => {
  await openTab({}, [], { success: false, message: "“nobody@example.” is not an email address." });
  await field("Data policy").fill("javascript:alert(1)");
  await expect.element(dialog().getByText("An address starts with https:// or http://.")).toBeVisible();
  await field("Data policy").fill("https://example.org/policy");
  await expect.element(dialog().getByText("An address starts with https:// or http://.")).not.toBeInTheDocument();
  await field("Address for questions").fill("nobody");
  await expect.element(dialog().getByText("This is not an email address.")).toBeVisible();
  await field("Address for questions").fill("nobody@example.");
  await save();
  await expect.element(dialog().getByRole("alert")).toHaveTextContent("“nobody@example.” is not an email address.");
  await expect.element(field("Address for questions")).toHaveValue("nobody@example.");
});

test("there are up to six ways to start, each of which can be removed", async () => {
  await openTab({ starters: ["a", "b", "c", "d", "e", "f"].map((text) => ({ text })) });
  await expect.element(button("Add a way to start")).not.toBeInTheDocument();
  await button("Remove way to start 2").click();
  await expect.element(field("Way to start 2")).toHaveValue("c");
  await expect.element(button("Add a way to start")).toBeVisible();
});

test("on a phone nothing is wider than the screen", async () => {
  await page.viewport(390, 800);
  await openTab({ banner: { text: "x".repeat(300), tone: "warning", from: null, until: null } });
  await expect.element(field("Text of the notice")).toBeVisible();
  for (const name of ["Name and logo", "Colour", "Notice above the workspace"]) {
    const { left, right } = boxOf(dialog().getByRole("region", { name, exact: true }));
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
  }
});
