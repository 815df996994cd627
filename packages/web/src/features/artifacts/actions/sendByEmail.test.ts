import { expect, test } from "vitest";
import { buildLink } from "./sendByEmail.ts";

test("the link of an email has the text with the line ends of emails, also if half of a character is in it", () => {
  expect(buildLink("A & B", "one\ntwo\r\n")).toBe("mailto:?subject=A%20%26%20B&body=one%0D%0Atwo%0D%0A");
  expect(buildLink("\uD83D", "\uDE00")).toBe("mailto:?subject=%EF%BF%BD&body=%EF%BF%BD");
});
