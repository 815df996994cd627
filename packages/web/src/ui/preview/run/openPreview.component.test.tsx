import { expect, onTestFinished, test } from "vitest";
import { openPreview, type StopReason } from "./openPreview.ts";

test("a preview that sends too many messages is closed at once", () => {
  const stopReasons: StopReason[] = [];
  const close = openPreview(document.body, {
    program: { html: "", modules: [], scripts: [] },
    title: "Flood",
    startLimit: 10,
    onReply: () => {},
    onStop: (reason) => stopReasons.push(reason),
  });
  onTestFinished(close);
  const source = document.querySelector<HTMLIFrameElement>("iframe[title='Flood']")?.contentWindow ?? null;
  expect(source).not.toBeNull();
  const send = (count: number) => {
    for (let index = 0; index < count; index += 1) dispatchEvent(new MessageEvent("message", { source, data: index }));
  };
  send(1_000);
  expect(stopReasons).toEqual([]);
  send(2_000);
  expect(stopReasons).toEqual(["flood"]);
  expect(document.querySelector("iframe[title='Flood']")).toBeNull();
});
