import { expect, test } from "vitest";
import { replacePictures } from "./replacePictures.ts";

test("the pictures of an answer are replaced by their names, and links stay", () => {
  const picture = `![Tide](data:image/png;base64,${"A".repeat(2_000_000)}==)`;
  expect(replacePictures(`Here:\n\n${picture}\n\n![x](https://example.org/x.png) data:image/png;base64,AA`)).toBe(
    "Here:\n\n[Tide]\n\n![x](https://example.org/x.png) data:image/png;base64,AA",
  );
});
