// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how a request names its parameters.
import { expect, test } from "vitest";
import { findRequestUrlProblem } from "./httpOperations.ts";

test.each([
  ["https://api.uni.edu/v1", null],
  [" http://10.1.2.3:8080/${id}?q=${q}#${f} ", null],
  ["HTTPS://api.uni.edu?q=${q}", null],
  ["", "notWeb"],
  ["api.uni.edu", "notWeb"],
  ["ftp://api.uni.edu", "notWeb"],
  ["https:api.uni.edu", "notWeb"],
  ["https://", "notWeb"],
  ["https://a b/", "notWeb"],
  ["https://${host}/v1", "parameterInHost"],
  ["https://api.${domain}/v1", "parameterInHost"],
  ["https://api.uni.edu:${port}/v1", "parameterInHost"],
  ["https://${user}@api.uni.edu/", "parameterInHost"],
  // The parser of URLs ignores tabs, line breaks and further slashes before the host.
  ["https:///${host}/v1", "parameterInHost"],
  ["https:////${host}", "parameterInHost"],
  ["https://\t/${host}", "parameterInHost"],
  ["https://\\${host}", "parameterInHost"],
  ["https:///%24{host}/", "parameterInHost"],
  ["https:///${a}@api.uni.edu/", "credentials"],
  ["https:///api.uni.edu:${port}/", "notWeb"],
  ["https://me@api.uni.edu/", "credentials"],
  ["https://:secret@api.uni.edu/", "credentials"],
])("a URL can be called if it is one of the web, and nobody else chooses the host: %s", (url, problem) => {
  expect(findRequestUrlProblem(url)).toBe(problem);
});
