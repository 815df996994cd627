import type { CitedPassage } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { fileKeys } from "../../entities/files/useFileQuery.ts";
import { SourceItem } from "./SourceItem.tsx";
import { DownloadButton } from "./viewer/header/DownloadButton.tsx";

const passage: CitedPassage = {
  content: "Entropy never decreases.",
  name: "notes.pdf",
  key: "ann-id/2026-11-21/one.json",
  contentKey: "global/x.content.json",
  groupId: null,
  type: "application/pdf",
  locations: [],
};

/** Draws elements for Ann. */
function draw(children: ReactNode, cache = new QueryClient()): string {
  cache.setQueryData(["session"], { error: null, user: { id: "ann-id" } });
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MantineProvider>{children}</MantineProvider>
    </QueryClientProvider>,
  );
}

/** Returns the texts that a source shows: number, quote, name, locations. */
function listTexts(changes: Partial<CitedPassage>, numbers = [1], keySentence: string | null = null): string[] {
  const source = { group: "rag" as const, passage: { ...passage, ...changes }, numbers };
  const html = draw(<SourceItem source={source} keySentence={keySentence} onOpen={() => {}} />);
  return Array.from(html.slice(html.indexOf("<li")).matchAll(/>([^<]+)</g), ([, text = ""]) => text);
}

/** Returns the names of the download buttons in the list of sources and in the viewer. */
function listDownloads(changes: Partial<CitedPassage>): string[] {
  const source = { ...passage, ...changes };
  const html = draw(
    <>
      <SourceItem source={{ group: "rag", passage: source, numbers: [1] }} keySentence={null} onOpen={() => {}} />
      <DownloadButton passage={{ ...source, index: 1, quote: null, originalIndexes: [] }} />
    </>,
  );
  return Array.from(html.matchAll(/aria-label="(Download [^"]*)"/g), ([, name = ""]) => name);
}

test("[C2.18] a source shows its number, quote, file name and ranges of locations", () => {
  const locations = [{ page: 4 }, { page: 3 }, { page: 8 }];
  expect(listTexts({ locations }, [3])).toEqual(["3", "Entropy never decreases.", "notes.pdf", "Pages 3–4, 8"]);
});

test("[C2.19] [C9.03d] the name, the locations and the quote of a source are cut at 60 characters", () => {
  const show = (text: string) =>
    listTexts({ name: text, content: text, locations: [{ chapter: text.slice("Chapter ".length) }] }).slice(1);
  const whole = "x".repeat(60);
  expect(show(whole)).toEqual([whole, whole, `Chapter ${"x".repeat(52)}`]);
  const cut = `${"x".repeat(59)}…`;
  expect(show(`${whole}x`)).toEqual([cut, "Show more", cut, `Chapter ${"x".repeat(51)}…`]);
});

test("[C9.03d] the name, the locations and the quote of a source are cut after a word", () => {
  const text = "Chapter rivers carry the sand of the old mountains past stones and sediment";
  const cut = "Chapter rivers carry the sand of the old mountains past…";
  const locations = [{ chapter: text.slice("Chapter ".length) }];
  expect(listTexts({ name: text, content: text, locations })).toEqual(["1", cut, "Show more", cut, cut]);
});

test("a source leads with the sentence that the answer cites, wherever it is in the passage, and continues for about three lines", () => {
  const key = "Entropy never decreases.";
  const content = `Of heat. ${key} ${"And so on and on. ".repeat(30)}`.trim();
  // The marked sentence and what follows it are texts of their own.
  const [number, lead, sentence, rest, button] = listTexts({ content }, [1], key);
  expect([number, lead, sentence, button]).toEqual(["1", "… ", key, "Show more"]);
  expect(rest).toMatch(/^( And so on and on\.){10,}.*…$/);
  expect(rest?.length).toBeLessThan(270);
  expect(listTexts({ content: `Of heat. ${key}` }, [1], key).slice(1, 3)).toEqual([`… ${key}`, "Show more"]);
});

test("a source has at most two places and, behind a button, the number of the others", () => {
  const locations = ["A", "B", "C", "D"].map((chapter) => ({ chapter }));
  expect(listTexts({ locations }).slice(2)).toEqual(["notes.pdf", "Chapter A", "Chapter B", "+2"]);
  expect(listTexts({ locations: locations.slice(0, 2) }).slice(2)).toEqual(["notes.pdf", "Chapter A", "Chapter B"]);
});

test("a quote that is shown whole has no button for more, also if signs or line breaks were removed", () => {
  const changes = { name: "notes.md", content: "## Entropy\n\nIt **never**\ndecreases." };
  expect(listTexts(changes)).toEqual(["1", "Entropy It never decreases.", "notes.md"]);
});

test("[C2.18] [C6.04b] the download of a source is offered in the list and in the viewer, only to its owner or its group", () => {
  const buttons = ["Download notes.pdf", "Download the original"];
  expect(listDownloads({})).toEqual(buttons);
  expect(listDownloads({ key: "Physics_1/2026-11-21/one.json", groupId: "Physics_1" })).toEqual(buttons);
  expect(listDownloads({ key: "bob-id/2026-11-21/one.json" })).toEqual([]);
  expect(listDownloads({ key: "global/x.content.json", groupId: "Physics_1" })).toEqual([]);
  expect(listDownloads({ key: null })).toEqual([]);
});

test("the viewer offers no download of a document that was deleted", () => {
  const cache = new QueryClient();
  const button = <DownloadButton passage={{ ...passage, index: 1, quote: null, originalIndexes: [] }} />;
  expect(draw(button, cache)).toContain("Download the original");
  cache.setQueryData(fileKeys.one("ann-id/2026-11-21/one.json"), null);
  expect(draw(button, cache)).not.toContain("Download the original");
});
