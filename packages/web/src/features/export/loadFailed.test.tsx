import { MantineProvider } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CallError } from "../../lib/callError.ts";
import { DownloadDataLoader } from "./download/DownloadDataLoader.tsx";
import { ImportChoice } from "./import/ImportChoice.tsx";
import { ExportSummary } from "./jsonExport/ExportSummary.tsx";

const render = (node: ReactNode) =>
  renderToString(<MantineProvider>{node}</MantineProvider>)
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");

const failed = { error: new Error("The database is damaged."), retry: () => {} };
const failedSource = { conversations: null, failed };
const pendingSource = { conversations: null, failed: null };
const templates = { data: { unavailable: null, templates: [] }, failed: null };

type Props = ComponentProps<typeof DownloadDataLoader>;
const createLoader = (source: Props["source"], templatesState: Props["templates"] = templates) => (
  <DownloadDataLoader key="download" source={source} templates={templatesState}>
    {() => "the form"}
  </DownloadDataLoader>
);

describe("if the conversations cannot be read", () => {
  test.each([
    ["the download", createLoader(failedSource)],
    ["the export", <ExportSummary key="export" source={failedSource} prompts={null} isEmpty={false} problem={null} />],
    ["the import", <ImportChoice key="import" isReady={false} failed={failed} problem={null} onFile={() => {}} />],
  ])("%s says why and offers to try again", (_, node) => {
    const html = render(node);
    expect(html).toContain('role="alert"');
    expect(html).toContain("The database is damaged.");
    expect(html).toContain(">Try again<");
    expect(html).not.toMatch(/Loading|Checking|the form|disabled=/);
  });
});

describe("while the conversations are loading", () => {
  test("each dialog says so", () => {
    expect(render(createLoader(pendingSource))).toContain("Loading chats and templates");
    expect(render(<ExportSummary source={pendingSource} prompts={null} isEmpty={false} problem={null} />)).toContain(
      "Checking your data…",
    );
    const html = render(<ImportChoice isReady={false} failed={null} problem={null} onFile={() => {}} />);
    expect(html).toContain("Checking your existing chats and prompts…");
    expect(html).toContain("disabled=");
  });
});

test("the download also shows an error with the server's reason if the templates cannot be loaded", () => {
  const error = new CallError("It did not work.", { reason: "The server is being updated.", requestId: "r-1" });
  const html = render(createLoader(pendingSource, { data: undefined, failed: { error, retry: () => {} } }));
  expect(html).toContain("Couldn’t load the chats or the document templates. The server is being updated.");
  expect(html).toContain("r-1");
});

test("the download shows the form, or why the server cannot create documents", () => {
  const loadedSource = { conversations: [], failed: null };
  expect(render(createLoader(loadedSource))).toContain("the form");
  const data = { unavailable: "There is no pandoc.", templates: [] };
  const html = render(createLoader(loadedSource, { data, failed: null }));
  expect(html).toMatch(/role="alert".*There is no pandoc\. Ask an administrator\./);
  expect(html).not.toContain("the form");
});
