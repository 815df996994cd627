import { fileTexts } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Attachment, createSourceAttachment } from "../../../entities/files/upload/attachment.ts";
import { type Workspace, WorkspaceContext } from "../../../entities/shell/workspace.ts";
import { AttachmentChip } from "./AttachmentChip.tsx";

const readyAttachment = createSourceAttachment({ id: "obj://a", name: "lecture.pdf", type: "application/pdf" });

function draw(changes: Partial<Attachment>, { isAdmin = false, recognizesText = false } = {}): string {
  const workspace = { user: { isAdmin }, config: { recognizesText } } as Workspace; // what the chip reads
  return renderToString(
    <MantineProvider>
      <WorkspaceContext value={workspace}>
        <AttachmentChip attachment={{ ...readyAttachment, ...changes }} onRemove={() => {}} onRetry={() => {}} />
      </WorkspaceContext>
    </MantineProvider>,
  );
}

const listTexts = (html: string) =>
  Array.from(html.slice(html.indexOf("<li")).matchAll(/>([^<]+)</g), ([, text]) => text);
const listButtons = (html: string) =>
  Array.from(html.matchAll(/<button[^>]* aria-label="([^"]*)"/g), ([, name]) => name);

test("the chip has the whole name, also for screen readers", () => {
  const [start, end, whole] = listTexts(draw({ name: "a rather long name of a lecture 12.pdf" }));
  expect([`${start}${end}`, whole]).toEqual(Array(2).fill("a rather long name of a lecture 12.pdf"));
});

test("[C4.01] the chip says whether a document waits, is uploaded, is read, is ready or failed, with a bar while it is not ready", () => {
  const describeState = (changes: Partial<Attachment>) => {
    const html = draw(changes);
    const progress = /role="progressbar"[^>]* aria-valuenow="(\d+)"/.exec(html)?.[1] ?? null;
    return { texts: listTexts(html).slice(3), progress, buttons: listButtons(html) };
  };
  const remove = ["Remove lecture.pdf"];
  const cancel = ["Cancel lecture.pdf"];
  expect(describeState({ state: "waiting", progress: 0 })).toEqual({
    texts: ["Waiting"],
    progress: "0",
    buttons: cancel,
  });
  expect(describeState({ state: "uploading", progress: 40 })).toEqual({
    texts: ["Uploading 40%"],
    progress: "40",
    buttons: cancel,
  });
  expect(describeState({ state: "processing", progress: 95 })).toEqual({
    texts: ["Reading…"],
    progress: "95",
    buttons: remove,
  });
  expect(describeState({ state: "processing", progress: 95, readPercent: 12 })).toEqual({
    texts: ["Reading… 12%"],
    progress: "12",
    buttons: remove,
  });
  expect(describeState({})).toEqual({ texts: ["PDF", "Ready"], progress: null, buttons: remove });
  expect(describeState({ state: "failed", reason: "The disk is full.", canRetry: true })).toEqual({
    texts: ["The disk is full."],
    progress: null,
    buttons: ["Try again: lecture.pdf", ...remove],
  });
  expect(describeState({ state: "failed", reason: "The file is damaged." }).buttons).toEqual(remove);
});

test("a document without text says so once; an administrator also reads how the server recognizes text in scans", () => {
  const failed: Partial<Attachment> = { state: "failed", reason: fileTexts.nothingExtracted };
  const listReasons = (isAdmin: boolean, recognizesText: boolean) =>
    listTexts(draw(failed, { isAdmin, recognizesText }))
      .slice(3)
      .map((text) => text?.trim())
      .filter((text) => text !== "");
  expect(listReasons(false, false)).toEqual([fileTexts.nothingExtracted]);
  expect(listReasons(true, true)).toEqual([fileTexts.nothingExtracted]);
  expect(listReasons(true, false)).toEqual([
    fileTexts.nothingExtracted,
    "To read scans, set OCR=on in the server’s configuration.",
  ]);
});
