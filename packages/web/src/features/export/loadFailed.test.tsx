import { MantineProvider } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CallError } from "../../lib/callError.ts";
import { DownloadDataLoader } from "./download/DownloadDataLoader.tsx";
import { ImportChoice } from "./import/ImportChoice.tsx";
import { ExportSummary } from "./jsonExport/ExportSummary.tsx";

const draw = (node: ReactNode) =>
  renderToString(<MantineProvider>{node}</MantineProvider>)
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");

const failed = { error: new Error("The database is damaged."), retry: () => {} };
const unread = { conversations: null, failed };
const pending = { conversations: null, failed: null };
const templates = { data: { unavailable: null, templates: [] }, failed: null };

type Props = ComponentProps<typeof DownloadDataLoader>;
const download = (source: Props["source"], given: Props["templates"] = templates) => (
  <DownloadDataLoader key="download" source={source} templates={given}>
    {() => "the choice"}
  </DownloadDataLoader>
);

describe("where the conversations could not be read", () => {
  test.each([
    ["the download", download(unread)],
    ["the export", <ExportSummary key="export" source={unread} promptStore={null} problem={null} />],
    ["the import", <ImportChoice key="import" isReady={false} failed={failed} problem={null} onFile={() => {}} />],
  ])("%s says why and offers to try again", (_, node) => {
    const html = draw(node);
    expect(html).toContain('role="alert"');
    expect(html).toContain("The database is damaged.");
    expect(html).toContain(">Try again<");
    expect(html).not.toMatch(/Loading|Checking|the choice|disabled=/);
  });
});

describe("while the conversations are read", () => {
  test("each says so", () => {
    expect(draw(download(pending))).toContain("Loading conversations and templates");
    expect(draw(<ExportSummary source={pending} promptStore={null} problem={null} />)).toContain(
      "Checking what there is to export…",
    );
    const html = draw(<ImportChoice isReady={false} failed={null} problem={null} onFile={() => {}} />);
    expect(html).toContain("Checking what you already have…");
    expect(html).toContain("disabled=");
  });
});

test("templates that could not be had are an error of the download too, with the server's own reason", () => {
  const error = new CallError("It did not work.", { reason: "The server is being updated.", requestId: "r-1" });
  const html = draw(download(pending, { data: undefined, failed: { error, retry: () => {} } }));
  expect(html).toContain(
    "The conversations or the document templates could not be loaded. The server is being updated.",
  );
  expect(html).toContain("r-1");
});

test("what was read is shown, and a server that can make no document says so", () => {
  const read = { conversations: [], failed: null };
  expect(draw(download(read))).toContain("the choice");
  const data = { unavailable: "There is no pandoc.", templates: [] };
  expect(draw(download(read, { data, failed: null }))).toContain("There is no pandoc. Ask an administrator.");
});
