import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatJson } from "./formatJson.ts";

test("[G2.07] JSON is indented, and parameters and long numbers stay as they are", () => {
  const text = `{"q":\${title},"texts":["a \${x} \\"b\\": {}",\${y}],"id":12345678901234567890,"none":{},"list":[ ]}`;
  const formatted = formatJson(text);
  expect(formatted).toBe(`{
  "q": \${title},
  "texts": [
    "a \${x} \\"b\\": {}",
    \${y}
  ],
  "id": 12345678901234567890,
  "none": {},
  "list": []
}`);
  expect(formatJson(formatted ?? "")).toBe(formatted);
});

test("what is not JSON is left alone", () => {
  for (const text of ["", "{", '{"a" 1}', `{\${a}: 1}`, "[1 2]", `\${a}\${b}`, '"', "{a: 1}", "tru e"])
    expect(formatJson(text), text).toBeNull();
});

test("any JSON is formatted as the language does it", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const formatted = formatJson(text);
      expect(JSON.stringify(JSON.parse(formatted ?? ""))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});
