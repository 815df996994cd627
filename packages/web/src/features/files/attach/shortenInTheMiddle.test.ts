import { expect, test } from "vitest";
import { shortenInTheMiddle } from "./shortenInTheMiddle.ts";

const shorten = (name: string, length: number) => shortenInTheMiddle(name, (text) => [...text].length <= length);

test("a name that fits stays whole", () => {
  expect(shorten("lecture 12.pdf", 14)).toBe("lecture 12.pdf");
});

test("a longer name loses characters before its end, as few as possible", () => {
  expect(shorten("mad-tea-party-scan.pdf", 19)).toBe("mad-tea-…y-scan.pdf");
  expect(shorten("mad-tea-party-scan.pdf", 21)).toBe("mad-tea-pa…y-scan.pdf");
});

test("there is no space beside the ellipsis", () => {
  expect(shorten("notes of the first lecture 12.pdf", 16)).toBe("notes…ure 12.pdf");
});

test("the end stays if hardly anything fits", () => {
  expect(shorten("mad-tea-party-scan.pdf", 3)).toBe("…y-scan.pdf");
});
