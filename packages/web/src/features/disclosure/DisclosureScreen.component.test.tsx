import {
  browserEventsPath,
  getFeatureFlags,
  getLatestDataDisclosure,
  saveDataDisclosureDecision,
} from "@lectern/contract";
import { beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { requireDisclosure } from "../../entities/session/session.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { renderApp, startApp } from "../../testing/renderApp.tsx";
import { boxOf, composer, dialogNamed, eventually } from "../../testing/screen.ts";
import { failOp, getPerson, listInputs, pauseOp, stubOp, stubRequests, stubSession } from "../../testing/stubServer.ts";

const screen = () => dialogNamed("Data Disclosure Agreement");
const text = () => screen().getByRole("region", { name: "Agreement" });
const email = () => screen().getByRole("textbox", { name: "Your email address" });
const accept = () => screen().getByRole("button", { name: "Accept" }).click();
const wrongEmail = () => screen().getByText("The entered email does not match your account email.", { exact: true });
const notScrolled = () =>
  screen().getByText("You must scroll to the bottom of the disclosure before accepting.", { exact: true });

const longText = `<h2>What we store</h2>${"<p>We store what you write.</p>".repeat(60)}`;
const shortText = "<p>We store what you write.</p>";

function stubAgreement(html: string, version = "1"): void {
  stubOp(getLatestDataDisclosure, { pdf_pre_signed_url: "/signed/disclosure/download?x", html_content: html, version });
}

/** Renders the app of a person who has to accept the agreement. */
async function openScreen(): Promise<void> {
  await startApp();
  await expect.element(screen()).toBeVisible();
}

/** Lets the server ask, until the agreement is accepted. */
function requireAcceptance(): void {
  stubSession({ mustAcceptDisclosure: true });
  stubOp(saveDataDisclosureDecision, () => {
    stubSession({ mustAcceptDisclosure: undefined as never });
    return { acceptedDataDisclosure: true as const };
  });
}

async function scrollToEnd(): Promise<void> {
  await expect.element(text()).toBeVisible();
  const element = text().element();
  element.scrollTop = element.scrollHeight;
}

beforeEach(() => stubAgreement(longText));

test("[A2.05] [A2.07] who has not accepted sees the agreement instead of the app", async () => {
  requireAcceptance();
  await openScreen();
  await expect.element(text()).toBeVisible();
  expect(boxOf(text()).height).toBe(500);
  await eventually(() => document.activeElement?.textContent).toBe("Data Disclosure Agreement");
  expect(text().element().scrollHeight).toBeGreaterThan(500);
  expect(getComputedStyle(text().element()).overflowY).toBe("auto");
  await expect.element(composer()).not.toBeInTheDocument();
  expect(listInputs(getFeatureFlags)).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(screen()).toBeVisible();
});

test("[A2.06] the document is downloaded from the screen, with the link that the server has signed", async () => {
  requireAcceptance();
  await openScreen();
  const link = screen().getByRole("link", { name: "Download the agreement (PDF)" });
  await expect.element(link).toBeVisible();
  await expect.element(link).toHaveAttribute("href", "/signed/disclosure/download?x");
  await expect.element(link).toHaveAttribute("download");
});

test("[A2.08] [A2.09] the address that is typed is sent by the button Accept, and by nothing before it", async () => {
  requireAcceptance();
  stubAgreement(shortText);
  await openScreen();
  await expect.element(email()).toHaveValue("");
  await email().fill(getPerson().email);
  await expect.element(email()).toHaveValue(getPerson().email);
  expect(listInputs(saveDataDisclosureDecision)).toEqual([]);
  await accept();
  await expect.element(composer()).toBeVisible();
  expect(listInputs(saveDataDisclosureDecision)).toEqual([
    { email: getPerson().email, acceptedDataDisclosure: true, version: "1" },
  ]);
});

test("[A4.19] [A5.40] the agreement is accepted with the address of the account, in any case, and after it was read to its end", async () => {
  requireAcceptance();
  await openScreen();
  await email().fill("somebody.else@example.org");
  await accept();
  await expect.element(wrongEmail()).toBeVisible();
  await expect.element(notScrolled()).toBeVisible();
  await expect.element(text()).toHaveFocus();
  await email().fill(getPerson().email.toUpperCase());
  await accept();
  await expect.element(wrongEmail()).not.toBeInTheDocument();
  await expect.element(notScrolled()).toBeVisible();
  await email().fill("somebody.else@example.org");
  await scrollToEnd();
  await eventually(() => text().element().scrollTop).toBeGreaterThan(0);
  await expect.element(notScrolled()).not.toBeInTheDocument();
  await accept();
  await expect.element(wrongEmail()).toBeVisible();
  await expect.element(email()).toHaveFocus();
  expect(listInputs(saveDataDisclosureDecision)).toEqual([]);
  // Who has read to the end may scroll back.
  text().element().scrollTop = 0;
  await email().fill(` ${getPerson().email.toUpperCase()} `);
  await accept();
  await expect.element(composer()).toBeVisible();
  await expect.element(screen()).not.toBeInTheDocument();
  expect(listInputs(saveDataDisclosureDecision)).toEqual([
    { email: getPerson().email.toUpperCase(), acceptedDataDisclosure: true, version: "1" },
  ]);
});

test("[A4.19] an agreement that does not scroll needs no scrolling", async () => {
  requireAcceptance();
  stubAgreement(shortText);
  await openScreen();
  await email().fill(getPerson().email);
  await userEvent.keyboard("{Enter}");
  await expect.element(composer()).toBeVisible();
});

test("the keyboard reaches and scrolls the agreement", async () => {
  requireAcceptance();
  await openScreen();
  await expect.element(text()).toBeVisible();
  text().element().focus();
  expect(document.activeElement).toBe(text().element());
  await userEvent.keyboard("{End}");
  await eventually(() => text().element().scrollTop).toBeGreaterThan(500);
});

test("a new agreement covers the app while it is open, and what was typed is still there afterwards", async () => {
  await renderApp();
  await composer().fill("Half a question");
  const read = () => listInputs(getFeatureFlags).length;
  const before = read();
  requireAcceptance();
  stubAgreement(shortText, "2");
  failOp(getFeatureFlags, "Please accept the data disclosure agreement first.", {
    status: 403,
    code: "forbidden",
    fields: { error: "DisclosureRequired" },
  });
  await queryClient.refetchQueries({ queryKey: ["flags"] });
  await expect.element(screen()).toBeVisible();
  await email().fill(getPerson().email);
  await accept();
  await expect.element(screen()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveTextContent("Half a question");
  // What was rejected meanwhile is read again.
  await eventually(read).toBeGreaterThan(before + 1);
});

test("no events are asked for until a new agreement is accepted, and then the page reads everything that it has missed", async () => {
  const positions: (string | null)[] = [];
  stubRequests(({ url, headers }) => {
    if (url.endsWith(browserEventsPath)) positions.push(headers.get("last-event-id"));
    return null;
  });
  await renderApp();
  await eventually(() => positions).toEqual(["0"]);
  requireAcceptance();
  stubAgreement(shortText, "2");
  requireDisclosure();
  await email().fill(getPerson().email);
  expect(positions).toEqual(["0"]);
  await accept();
  // A position that the server does not know.
  await eventually(() => positions).toEqual(["0", "held"]);
});

test("an agreement that was replaced meanwhile is shown and has to be read", async () => {
  requireAcceptance();
  await openScreen();
  await scrollToEnd();
  await email().fill(getPerson().email);
  const message = "The agreement was replaced while you were reading it. Please read the new one.";
  failOp(saveDataDisclosureDecision, message, { status: 409, code: "conflict" });
  stubAgreement(longText.replace("What we store", "What we store now"), "2");
  await accept();
  await expect.element(screen().getByText(message)).toBeVisible();
  await expect.element(screen().getByRole("heading", { name: "What we store now" })).toBeVisible();
  expect(text().element().scrollTop).toBe(0);
  await expect.element(email()).toHaveValue(getPerson().email);
  requireAcceptance();
  await accept();
  await expect.element(notScrolled()).toBeVisible();
  await scrollToEnd();
  await accept();
  await expect.element(composer()).toBeVisible();
  expect(listInputs(saveDataDisclosureDecision).map(({ version }) => version)).toEqual(["1", "2"]);
});

test("an acceptance that cannot be stored says why, and what was typed stays", async () => {
  requireAcceptance();
  stubAgreement(shortText);
  failOp(saveDataDisclosureDecision, "Out of order");
  await openScreen();
  await email().fill(getPerson().email);
  await accept();
  await expect.element(screen().getByRole("alert")).toHaveTextContent("Out of order");
  await expect.element(email()).toHaveValue(getPerson().email);
});

test("an agreement that cannot be loaded can be tried again, and signing out stays possible", async () => {
  requireAcceptance();
  failOp(getLatestDataDisclosure, "Out of order");
  const requests: string[] = [];
  stubRequests(({ url }) => {
    if (!url.endsWith("/auth/signout")) return null;
    requests.push(url);
    return Response.json({ success: false, message: "Not now." }, { status: 503 });
  });
  await openScreen();
  await expect.element(screen().getByText("The agreement couldn’t be loaded.")).toBeVisible();
  await screen().getByRole("button", { name: "Sign out" }).click();
  await eventually(() => requests.length).toBe(1);
  stubAgreement(shortText);
  await screen().getByRole("button", { name: "Try again" }).click();
  await expect.element(text()).toBeVisible();
});

test("an agreement that takes long to load shows that it is loading", async () => {
  requireAcceptance();
  const loading = pauseOp(getLatestDataDisclosure);
  await openScreen();
  await loading.reached;
  await expect.element(screen().getByText("Loading the agreement")).toBeInTheDocument();
  loading.release();
  await expect.element(text()).toBeVisible();
});

test("without a document any more, the person goes on", async () => {
  requireAcceptance();
  stubOp(getLatestDataDisclosure, { pdf_pre_signed_url: null, html_content: null, version: null });
  await openScreen();
  stubSession({ mustAcceptDisclosure: undefined as never });
  await screen().getByRole("button", { name: "Continue" }).click();
  await expect.element(composer()).toBeVisible();
});

test("HTML of the agreement that is no heading or paragraph becomes text", async () => {
  requireAcceptance();
  stubAgreement(
    `<p onclick="x()">Hello<br>there</p><script>globalThis.wasAttacked = true</script>
     <img src=x onerror="globalThis.wasAttacked = true"><p><a href="javascript:x()">link</a></p><style>* { display: none }</style>`,
  );
  await openScreen();
  await expect.element(text()).toBeVisible();
  expect(text().element().textContent).toMatch(/^Hellothere/);
  const names = [...text().element().querySelectorAll("*")].map(({ tagName }) => tagName);
  expect(new Set(names)).toEqual(new Set(["P", "BR"]));
  expect([...text().element().querySelectorAll("*")].flatMap((element) => element.getAttributeNames())).toEqual([]);
  expect(globalThis).not.toHaveProperty("wasAttacked");
});

test("only an administrator can replace the document there", async () => {
  requireAcceptance();
  await openScreen();
  await expect.element(text()).toBeVisible();
  await expect.element(screen().getByRole("button", { name: "Replace the document" })).not.toBeInTheDocument();
  stubSession({ user: { ...getPerson(), isAdmin: true } });
  await queryClient.refetchQueries({ queryKey: ["session"] });
  await screen().getByRole("button", { name: "Replace the document" }).click();
  await expect.element(screen().getByRole("button", { name: "Upload a PDF" })).toBeVisible();
});
