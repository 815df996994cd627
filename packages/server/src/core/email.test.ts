import { expect, test } from "vitest";
import { foldEmail, isEmail } from "./email.ts";

test.each(["a@b.c", "ann.lee+x@mail.uni.edu", "jürgen@universität.de", "a@b.c.", "a@b..c", "李@例子.中国"])(
  "%s is an address",
  (text) => expect(isEmail(text)).toBe(true),
);

test.each(["", "a", "a@b", "@b.c", "a@.c", "a@b.", "a@b@c.d", "a b@c.d", `${"a".repeat(251)}@b.c`])(
  "%j is not an address",
  (text) => expect(isEmail(text)).toBe(false),
);

test.each([
  "mi\u212ae@uni.edu",
  "ann\0@uni.edu",
  "ann@uni.edu\n",
  "\tann@uni.edu",
  "ann\u200b@uni.edu",
  "\uff41nn@uni.edu",
])("%j is refused, because it looks like or folds to another address", (text) => expect(isEmail(text)).toBe(false));

test("an address is folded without its outer spaces; a text that only looks like an address stays refused", () => {
  expect(foldEmail("  Ann@Uni.EDU ")).toBe("ann@uni.edu");
  expect(foldEmail("JÜRGEN@uni.edu")).toBe("jürgen@uni.edu");
  for (const text of ["mi\u212ae@uni.edu", "ann@uni.edu\n", "\tann@uni.edu", "ann@uni.edu\u2028", "ann\0@uni.edu"])
    expect(isEmail(foldEmail(text))).toBe(false);
});
