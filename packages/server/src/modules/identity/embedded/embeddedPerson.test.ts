import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEmbeddedSubject, toEmbeddedPerson } from "./embeddedPerson.ts";

test.each([
  ["ada.lovelace@university.test", "Ada Lovelace"],
  ["GRACE_HOPPER+navy@university.test", "Grace Hopper Navy"],
  ["o'neill@university.test", "O'neill"],
  ["łucja@university.test", "Łucja"],
  ["...@university.test", "...@university.test"],
])("the name in %s is %s", (email, name) => {
  expect(toEmbeddedPerson(email)?.name).toBe(name);
});

test("a subject is unique per lower-case email, fits OpenID Connect and can be parsed back", () => {
  fc.assert(
    fc.property(fc.emailAddress({ size: "small" }), (email) => {
      const person = toEmbeddedPerson(email);
      expect(person).toEqual(toEmbeddedPerson(` ${email.toLowerCase()} `));
      if (!person) return;
      expect(person.subject).toMatch(/^[\w-]{1,255}$/);
      expect(parseEmbeddedSubject(person.subject)).toEqual(person);
    }),
  );
});

test("an email that does not fit into a subject is rejected", () => {
  expect(toEmbeddedPerson(`${"x".repeat(180)}@university.test`)).toBeNull();
});
