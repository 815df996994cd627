import { fileTexts } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Attachment, createSourceAttachment } from "../../../entities/files/upload/attachment.ts";
import { AttachmentChip } from "./AttachmentChip.tsx";

const readyAttachment = createSourceAttachment({ id: "obj://a", name: "lecture.pdf", type: "application/pdf" });

function draw(changes: Partial<Attachment>): string {
  return renderToString(
    <MantineProvider>
      <AttachmentChip attachment={{ ...readyAttachment, ...changes }} onRemove={() => {}} onRetry={() => {}} />
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
  expect(describeState({})).toEqual({ texts: ["PDF", "Ready"], progress: null, buttons: remove });
  expect(describeState({ state: "failed", reason: "The disk is full.", canRetry: true })).toEqual({
    texts: ["The disk is full."],
    progress: null,
    buttons: ["Try again: lecture.pdf", ...remove],
  });
  expect(describeState({ state: "failed", reason: "The file is damaged." }).buttons).toEqual(remove);
});

test("a document without text says plainly what to do, before the prescribed sentence", () => {
  const texts = listTexts(draw({ state: "failed", reason: fileTexts.nothingExtracted })).slice(3);
  expect(texts.filter((text) => text?.trim() !== "")).toEqual([
    "No text found in this document. If it’s a scan, run text recognition and upload it again.",
    fileTexts.nothingExtracted,
  ]);
});
