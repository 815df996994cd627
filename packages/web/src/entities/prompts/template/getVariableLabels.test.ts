import { i18n } from "@lingui/core";
import { expect, onTestFinished, test } from "vitest";
import { getVariableLabels } from "./getVariableLabels.ts";

const label = (name: string) => getVariableLabels([name]).get(name);

test("joined words are separated, and the label begins with a capital", () => {
  const names = ["topic", "target_audience", "target-audience", "targetAudience", "step_1", "zielgruppe_für_uns"];
  expect(names.map(label)).toEqual([
    "Topic",
    "Target audience",
    "Target audience",
    "Target audience",
    "Step 1",
    "Zielgruppe für uns",
  ]);
});

test("abbreviations keep their capitals, and a single letter keeps its hyphen", () => {
  expect(["sourceURL", "source_URL", "e-mail"].map(label)).toEqual(["Source URL", "Source URL", "E-mail"]);
});

test("in German, words keep their capitals, because they may be nouns", () => {
  onTestFinished(() => i18n.activate("en"));
  i18n.loadAndActivate({ locale: "de", messages: {} });
  expect(["neueAufgabe", "zielgruppe"].map(label)).toEqual(["Neue Aufgabe", "Zielgruppe"]);
});

test("a name that has spaces or begins with a capital stays", () => {
  const names = ["Target Audience", "who reads it", "Or: the text itself", "PDF-Datei", "GitHub", "DOI", "€", "_"];
  expect(names.map(label)).toEqual(names);
});

test("names that would get the same label keep theirs, so that the fields can be told apart", () => {
  const labels = getVariableLabels(["user_name", "userName", "topic"]);
  expect([...labels.values()]).toEqual(["user_name", "userName", "Topic"]);
});
