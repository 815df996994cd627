import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretBox } from "../secretBox.ts";
import { bodyBytes, everyProcess } from "./processBus.ts";
import { createPayloadSeal } from "./sealedPayload.ts";

const secrets = createSecretBox("a secret of the tests, long enough");
const [ann, bob] = [randomUUID(), randomUUID()];

test("what one process seals for another it opens as it was, knowing who sent it, and it fits a notification", () => {
  const [from, to] = [createPayloadSeal(secrets, ann), createPayloadSeal(secrets, bob)];
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 20 }), { maxKeys: 5 }),
      fc.uint8Array(),
      (head, body) => {
        const opened = to.open(bob, from.seal(bob, { head: { ...head }, body }));
        expect(opened?.from).toBe(ann);
        expect(opened?.message.head).toEqual({ ...head });
        expect(Buffer.from(opened?.message.body ?? []).equals(Buffer.from(body))).toBe(true);
      },
    ),
  );
  const largest = from.seal(bob, { head: { text: "h".repeat(380) }, body: new Uint8Array(bodyBytes) });
  expect(largest.length).toBeLessThan(8_000);
});

test("a payload opens once, at the process it is for, and not when a bit of it was changed", () => {
  const from = createPayloadSeal(secrets, ann);
  const sealed = from.seal(bob, { head: { t: "stop" } });
  expect(createPayloadSeal(secrets, randomUUID()).open(bob, sealed)).toBeNull();
  const third = randomUUID();
  expect(createPayloadSeal(secrets, third).open(third, sealed)).toBeNull();
  const another = createSecretBox("another secret of the tests, as long");
  expect(createPayloadSeal(another, bob).open(bob, sealed)).toBeNull();
  const bytes = Buffer.from(sealed, "base64");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(createPayloadSeal(secrets, bob).open(bob, changed.toString("base64"))).toBeNull();
  }
  const to = createPayloadSeal(secrets, bob);
  expect(to.open(bob, sealed)).not.toBeNull();
  expect(to.open(bob, sealed)).toBeNull();
});

test("nobody without the secret can have a payload opened again, however much they send", () => {
  const [from, to] = [createPayloadSeal(secrets, ann), createPayloadSeal(secrets, bob)];
  const sealed = from.seal(bob, { head: { t: "stop" } });
  expect(to.open(bob, sealed)).not.toBeNull();
  const stranger = createSecretBox("another secret of the tests, as long");
  for (let count = 0; count < 300; count++) {
    expect(to.open(bob, createPayloadSeal(stranger, randomUUID()).seal(bob, { head: {} }))).toBeNull();
  }
  expect(to.open(bob, sealed)).toBeNull();
});

test("what is for all is passed over by who sent it, and junk by everybody", () => {
  const [from, to] = [createPayloadSeal(secrets, ann), createPayloadSeal(secrets, bob)];
  const sealed = from.seal(everyProcess, { head: { n: 1 } });
  expect(from.open(everyProcess, sealed)).toBeNull();
  expect(to.open(everyProcess, sealed)?.message.head).toEqual({ n: 1 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 300 })), (junk) => {
      expect(to.open(bob, junk)).toBeNull();
    }),
  );
});

test("the same message sealed twice looks different each time", () => {
  const from = createPayloadSeal(secrets, ann);
  const ends = [1, 2].map(() => from.seal(bob, { head: { t: "here" } }).slice(40));
  expect(ends[0]).not.toBe(ends[1]);
});
