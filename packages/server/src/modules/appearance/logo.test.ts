import { expect, test } from "vitest";
import { detectLogoType, parseLogo } from "./logo.ts";

const png = Buffer.from("89504e470d0a1a0a0000", "hex");
const toUrl = (bytes: Buffer, type = "image/png") => `data:${type};base64,${bytes.toString("base64")}`;

test.each([
  ["image/png", png],
  ["image/jpeg", Buffer.from("ffd8ffe000", "hex")],
  ["image/webp", Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1")],
  ["image/svg+xml", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  [
    "image/svg+xml",
    Buffer.from(
      '\uFEFF<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [ <!ENTITY a "b"> ]>\n<svg/>',
    ).subarray(0, -2),
  ],
])("a picture is recognized by its content: %s", (type, bytes) => {
  expect(detectLogoType(Buffer.concat([bytes, Buffer.from(" ")]))).toBe(type);
});

test.each([
  ["a page", "<!doctype html><html><svg></svg></html>"],
  ["a page that pretends to be a picture", "<html><svg></svg>"],
  ["a GIF", "GIF89a"],
  ["nothing", ""],
  ["another element", "<svgs></svgs>"],
  ["a comment without an end", `<!--${"-".repeat(50_000)}`],
])("%s is no logo", (_name, text) => {
  expect(detectLogoType(Buffer.from(text))).toBeNull();
});

test("what a picture says of itself does not count", () => {
  expect(parseLogo(toUrl(png, "text/html"))?.type).toBe("image/png");
  expect(parseLogo(toUrl(Buffer.from("<html>"), "image/png"))).toBeNull();
  for (const url of [
    "https://uni.edu/logo.png",
    "data:image/svg+xml,<svg></svg>",
    "data:image/png;base64,*",
    "",
    "data:",
  ]) {
    expect(parseLogo(url)).toBeNull();
  }
});
