import { fileTexts } from "@lectern/contract";
import { expect, test } from "vitest";
import { fileMessages, translateFileText } from "./fileMessages.ts";

test("[C8.03] [C8.04] [C8.05] [C8.06] [C8.17] the messages about files are those of the specification in English", () => {
  const { presignFailed, putFailed, unreadable, ...constantMessages } = fileMessages;
  for (const [name, message] of Object.entries(constantMessages))
    expect(message(), name).toBe(fileTexts[name as keyof typeof constantMessages]);
  expect(presignFailed("403")).toBe(fileTexts.presignFailed("403"));
  expect(putFailed("507")).toBe(fileTexts.putFailed(507));
  expect(unreadable()).not.toBe("");
});

test("[C5.13] [C5.15] [A5.09] reasons of the contract and of the server stay as they are in English", () => {
  const reasons = [
    fileTexts.unsupported,
    fileTexts.saveAs("xlsx"),
    fileTexts.notAllowed(["pdf", "docx"]),
    fileTexts.imagesNotSeen,
    fileTexts.nothingExtracted,
    "The document could not be read.",
    "The page tree of the file is damaged.",
  ];
  expect(reasons.map(translateFileText)).toEqual(reasons);
});
