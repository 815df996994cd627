import {
  getDataDisclosureStatus,
  limits,
  listDataDisclosureAcceptances,
  type OpOutput,
  uploadDataDisclosure,
} from "@lectern/contract";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderInWorkspace } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { routeUploadsThroughFetch } from "../../../testing/stubFiles.ts";
import { failOp, listInputs, stubOp, stubRequests } from "../../../testing/stubServer.ts";
import { DataDisclosurePanel } from "./DataDisclosurePanel.tsx";

type Status = OpOutput<typeof getDataDisclosureStatus>;
const present: Status = {
  document: {
    fileName: "Agreement_2026-11-20T09-30-00Z.pdf",
    uploadedAt: "2026-11-20T09:30:00.000Z",
    uploadedBy: "site@example.org",
    url: "/signed/disclosure/download?x",
  },
  acceptedCount: 12,
};
const unableToUpload = "Unable to upload the Data Disclosure file at this time...";

async function openPanel(status: Status = present): Promise<void> {
  stubOp(getDataDisclosureStatus, status);
  await renderInWorkspace(<DataDisclosurePanel />);
  await expect.element(page.getByRole("heading", { name: "Data disclosure" })).toBeVisible();
}

/** Answers the bytes that are sent to the signed address. Returns what was received. */
function stubUpload(answer: () => Response | Promise<Response>): Request[] {
  routeUploadsThroughFetch();
  stubOp(uploadDataDisclosure, { presigned_url: "/signed/disclosure/upload?x" });
  const received: Request[] = [];
  stubRequests((request) => {
    if (!request.url.endsWith("/signed/disclosure/upload?x")) return null;
    received.push(request);
    return answer();
  });
  return received;
}

async function choose(file: File): Promise<void> {
  await page.getByLabelText("Data disclosure document").upload(file);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
}
const pdf = new File(["%PDF-1.7"], "Agreement.pdf", { type: "application/pdf" });

test("the panel shows the present document, who uploaded it and how many have accepted it", async () => {
  await openPanel();
  const link = page.getByRole("link", { name: "Agreement_2026-11-20T09-30-00Z.pdf" });
  await expect.element(link).toHaveAttribute("href", "/signed/disclosure/download?x");
  await expect
    .element(page.getByText(/^Uploaded by site@example\.org on .* · 12 people have accepted it$/))
    .toBeVisible();
});

test("without a document, nobody is asked and nothing can be exported", async () => {
  await openPanel({ document: null, acceptedCount: 0 });
  await expect.element(page.getByText("No document yet. Nobody is asked.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Export acceptances" })).not.toBeInTheDocument();
});

test("a status that cannot be loaded can be tried again", async () => {
  failOp(getDataDisclosureStatus, "Out of order");
  await renderInWorkspace(<DataDisclosurePanel />);
  await expect.element(page.getByText("The data disclosure couldn’t be loaded.")).toBeVisible();
  stubOp(getDataDisclosureStatus, present);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("link", { name: /^Agreement_/ })).toBeVisible();
});

test("[A2.47] a PDF is uploaded after a question, with its MD5, and then the new document is shown", async () => {
  await openPanel({ document: null, acceptedCount: 0 });
  const reading = Promise.withResolvers<void>();
  const received = stubUpload(async () => {
    await reading.promise;
    stubOp(getDataDisclosureStatus, { ...present, acceptedCount: 0 });
    return Response.json({ success: true });
  });
  await page.getByLabelText("Data disclosure document").upload(pdf);
  await expect
    .element(
      page.getByText("Everybody for whom the feature is on has to accept “Agreement.pdf” before they can go on."),
    )
    .toBeVisible();
  expect(listInputs(uploadDataDisclosure)).toEqual([]);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  // All bytes are sent, and the server reads them.
  await expect.element(page.getByText("Reading the document…")).toBeVisible();
  reading.resolve();
  await expect.element(page.getByText("The data disclosure was uploaded.")).toBeVisible();
  await expect.element(page.getByText("Reading the document…")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /^Agreement_/ })).toBeVisible();
  const [input] = listInputs(uploadDataDisclosure);
  expect(input).toMatchObject({ fileName: "Agreement.pdf", contentType: "application/pdf", size: 8 });
  expect(input?.md5).toMatch(/^[\w+/]{22}==$/);
  expect(received[0]?.headers.get("content-type")).toBe("application/pdf");
});

test("[A8.10] an upload that the server rejects says why, and so does one that gets no address or is too large", async () => {
  await openPanel();
  stubUpload(() => Response.json({ success: false, message: "This file has a password." }, { status: 422 }));
  await choose(pdf);
  await expect.element(page.getByRole("alert")).toHaveTextContent(`${unableToUpload}This file has a password.`);
  failOp(uploadDataDisclosure, "The data disclosure must be a PDF document.", { status: 415 });
  await choose(pdf);
  await expect.element(page.getByText("The data disclosure must be a PDF document.")).toBeVisible();
  const calls = listInputs(uploadDataDisclosure).length;
  const large = new File([new Uint8Array(limits.disclosureBytes + 1)], "Large.pdf", { type: "application/pdf" });
  await choose(large);
  await expect.element(page.getByText("This file is too large. A data disclosure can be at most 20 MB.")).toBeVisible();
  expect(listInputs(uploadDataDisclosure)).toHaveLength(calls);
});

function ClosablePanel() {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsShown(false)}>
        Another tab
      </button>
      {isShown && <DataDisclosurePanel />}
    </>
  );
}

test("an upload that fails while the panel is not shown says so in a notice", async () => {
  stubOp(getDataDisclosureStatus, present);
  await renderInWorkspace(<ClosablePanel />);
  const rejected = Promise.withResolvers<Response>();
  const received = stubUpload(() => rejected.promise);
  await choose(pdf);
  await eventually(() => received.length).toBe(1);
  await page.getByRole("button", { name: "Another tab" }).click();
  rejected.resolve(Response.json({ success: false, message: "This file has a password." }, { status: 422 }));
  await expect.element(page.getByText(unableToUpload)).toBeVisible();
  await expect.element(page.getByText("This file has a password.")).toBeVisible();
});

test("an upload that was not confirmed is not sent", async () => {
  await openPanel();
  await page.getByLabelText("Data disclosure document").upload(pdf);
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(listInputs(uploadDataDisclosure)).toEqual([]);
});

test("who has accepted is exported from all pages as CSV, in which no text is a formula", async () => {
  await openPanel();
  const acceptance = {
    email: "ann@example.org",
    name: "=1+1",
    version: "v1",
    fileName: "a.pdf",
    acceptedAt: "2026-11-21T08:00:00.000Z",
  };
  stubOp(listDataDisclosureAcceptances, ({ cursor }) => ({
    acceptances: [cursor ? { ...acceptance, email: "ben@example.org" } : acceptance],
    nextCursor: cursor ? null : "next",
  }));
  const createUrl = vi.spyOn(URL, "createObjectURL");
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await page.getByRole("button", { name: "Export acceptances" }).click();
  await eventually(() => names).toEqual([expect.stringMatching(/^data-disclosure-acceptances-\d{4}-\d\d-\d\d\.csv$/)]);
  const [content] = createUrl.mock.calls.at(-1) ?? [];
  if (!(content instanceof Blob)) throw new Error("nothing was saved");
  expect(await content.text()).toContain(
    "Email,Name,Document,Version,Accepted at\r\nann@example.org,'=1+1,a.pdf,v1,2026-11-21T08:00:00.000Z\r\nben@example.org,",
  );
  click.mockRestore();
  createUrl.mockRestore();
});
