import { expect, test } from "vitest";
import { getStoredDocumentsKey } from "../files/upload/getStoredDocumentsKey.ts";
import { findAssistantsOfDrafts, findDraftKeys, getAssistantDraftKey, getTypeDraftKey } from "./assistantDrafts.ts";

test("an assistant has a draft if its fields, its documents or those of a group type were changed", () => {
  const changedTypeKey = getStoredDocumentsKey(getTypeDraftKey(getAssistantDraftKey("astgp/3", "Law_1"), "Student"));
  const keys = [
    getAssistantDraftKey("astgp/1", "Law_1"),
    getStoredDocumentsKey(getAssistantDraftKey("astp/2", null)),
    changedTypeKey,
    "assistantFolders",
    getStoredDocumentsKey("new"),
  ];
  expect([...findAssistantsOfDrafts(keys)]).toEqual(["astgp/1", "astp/2", "astgp/3"]);
  // A draft of a new assistant is none of those that are saved.
  expect(findAssistantsOfDrafts([getAssistantDraftKey(null, "astgp/1")])).not.toContain("astgp/1");
});

test("a draft is found by its fields, and by the documents that were added to it or to its group types", () => {
  const fields = getAssistantDraftKey("astgp/1", "Law_1");
  const documents = getAssistantDraftKey("astgp/2", "Law_1");
  const typeDocuments = getAssistantDraftKey(null, "Law_1");
  const keys = [
    fields,
    getStoredDocumentsKey(fields),
    getStoredDocumentsKey(documents),
    getStoredDocumentsKey(getTypeDraftKey(typeDocuments, "Student")),
    getStoredDocumentsKey("new"),
  ];
  expect(findDraftKeys(keys)).toEqual([fields, documents, typeDocuments]);
});
