import { fileTexts } from "@lectern/contract";
import { afterEach, expect, test } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { serverTexts, translateKnownText } from "../../lib/i18n/serverTexts.ts";
import { setServerTextTranslation } from "../../lib/i18n/translateServerText.ts";
import { fileMessages, translateFileText } from "./fileMessages.ts";

afterEach(() => {
  setServerTextTranslation(null);
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

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
    "Couldn’t read the document.",
    "The page tree of the file is damaged.",
  ];
  expect(reasons.map(translateFileText)).toEqual(reasons);
});

test("a reason of the server is shown in the language in use", () => {
  const reason = "This document is protected with a password. Remove the password and upload it again.";
  const translation = "Dieses Dokument ist mit einem Passwort geschützt.";
  const id = serverTexts.find(({ message }) => message === reason)?.id ?? "";
  i18n.loadAndActivate({ locale: "de", messages: { [id]: translation } });
  setServerTextTranslation(translateKnownText);
  expect(translateFileText(reason)).toBe(translation);
});
