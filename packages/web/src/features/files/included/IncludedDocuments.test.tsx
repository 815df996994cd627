import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { IncludedDocuments } from "./IncludedDocuments.tsx";

const render = (dataSources: readonly unknown[]) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <IncludedDocuments dataSources={dataSources} />
      </MantineProvider>
    </QueryClientProvider>,
  );
const listNames = (html: string) => [...html.matchAll(/<span[^>]*>([^<]+)<\/span>/g)].map(([, name]) => name);
const listDownloads = (html: string) => [...html.matchAll(/aria-label="(Download [^"]*)"/g)].map(([, name]) => name);

test("[C2.20] [C9.03a] names of included documents are cut at 50 characters, and one without a name is untitled", () => {
  const file = { id: "s3://ann/2026-11-22/a.json" };
  const html = render([
    { ...file, name: "x".repeat(50) },
    { ...file, name: "y".repeat(51) },
    { ...file, name: " " },
    { ...file, name: null },
    file,
  ]);
  const untitledNames = Array(3).fill("Untitled Document");
  expect(listNames(html)).toEqual(["x".repeat(50), `${"y".repeat(49)}…`, ...untitledNames]);
});

test("[C2.20] only stored documents can be downloaded", () => {
  const html = render([
    { id: "s3://ann/2026-11-22/a.json", name: "a.pdf" },
    { id: "ann/2026-11-22/b.json", name: "b.pdf" },
    { id: "obj://note", name: "note.txt", raw: "Inline." },
    { id: "tag://law", name: "tag:law" },
  ]);
  expect(listDownloads(html)).toEqual(["Download a.pdf", "Download b.pdf"]);
});
