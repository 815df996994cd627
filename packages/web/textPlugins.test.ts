import { expect, test } from "vitest";
import { compileDescriptors } from "./textPlugins.ts";

test("texts with placeholders are compiled, and all others stay as they are", () => {
  const code = `f(/*i18n*/ { id: "a", message: "It's \\"fine\\"" }, { message: "{mine}" });
g(/*i18n*/ { id: "b", components: { 0: h({}) }, message: "{count, plural, one {# file} other {# files}}", values: { count } })`;
  expect(compileDescriptors(code)).toBe(`f(/*i18n*/ { id: "a", message: "It's \\"fine\\"" }, { message: "{mine}" });
g(/*i18n*/ { id: "b", components: { 0: h({}) }, message: [["count","plural",{"one":["#"," file"],"other":["#"," files"]}]], values: { count } })`);
});
