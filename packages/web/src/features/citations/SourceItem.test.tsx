import type { CitedPassage } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SourceItem } from "./SourceItem.tsx";
import { DownloadButton } from "./viewer/DownloadButton.tsx";

const passage: CitedPassage = {
  index: 1,
  content: "Entropy never decreases.",
  name: "notes.pdf",
  key: "ann-id/2026-11-21/one.json",
  contentKey: "global/x.content.json",
  groupId: null,
  type: "application/pdf",
  locations: [],
};

/** Returns the names of the download buttons in the list of sources and in the viewer, for Ann. */
function listDownloads(changes: Partial<CitedPassage>): string[] {
  const source = { ...passage, ...changes };
  const cache = new QueryClient();
  cache.setQueryData(["session"], { error: null, user: { id: "ann-id" } });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <SourceItem source={source} onOpen={() => {}} />
        <DownloadButton passage={{ ...source, index: 1, quote: null, originalIndexes: [] }} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return Array.from(html.matchAll(/aria-label="(Download [^"]*)"/g), ([, name = ""]) => name);
}

test("[C6.04b] the download of a source is offered in the list and in the viewer, only to its owner or its group", () => {
  const buttons = ["Download notes.pdf", "Download the original"];
  expect(listDownloads({})).toEqual(buttons);
  expect(listDownloads({ key: "Physics_1/2026-11-21/one.json", groupId: "Physics_1" })).toEqual(buttons);
  expect(listDownloads({ key: "bob-id/2026-11-21/one.json" })).toEqual([]);
  expect(listDownloads({ key: "global/x.content.json", groupId: "Physics_1" })).toEqual([]);
  expect(listDownloads({ key: null })).toEqual([]);
});
