import fc from "fast-check";
import { expect, test } from "vitest";
import { embeddedPersonOf, embeddedPersonOfSubject } from "./embeddedPerson.ts";

test.each([
  ["ada.lovelace@university.test", "Ada Lovelace"],
  ["GRACE_HOPPER+navy@university.test", "Grace Hopper Navy"],
  ["o'neill@university.test", "O'neill"],
  ["łucja@university.test", "Łucja"],
  ["...@university.test", "...@university.test"],
])("the name in %s is %s", (email, name) => {
  expect(embeddedPersonOf(email)?.name).toBe(name);
});

test("a subject is one per e-mail in lower case, fits OpenID Connect, and leads back to its person", () => {
  fc.assert(
    fc.property(fc.emailAddress({ size: "small" }), (email) => {
      const person = embeddedPersonOf(email);
      expect(person).toEqual(embeddedPersonOf(` ${email.toLowerCase()} `));
      if (!person) return;
      expect(person.subject).toMatch(/^[\w-]{1,255}$/);
      expect(embeddedPersonOfSubject(person.subject)).toEqual(person);
    }),
  );
});

test("an e-mail that would not fit into a subject is nobody's", () => {
  expect(embeddedPersonOf(`${"x".repeat(180)}@university.test`)).toBeNull();
});
