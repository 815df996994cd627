import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretBox } from "../secretBox.ts";
import { createPayloadCipher } from "./payloadCipher.ts";
import { allProcesses, maxBodyBytes } from "./processBus.ts";

const secrets = createSecretBox("a secret for tests, long enough");
const [ann, bob] = [randomUUID(), randomUUID()];

test("a process opens what another sealed for it, knows the sender, and the payload fits a notification", () => {
  const [from, to] = [createPayloadCipher(secrets, ann), createPayloadCipher(secrets, bob)];
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
  const largest = from.seal(bob, { head: { text: "h".repeat(380) }, body: new Uint8Array(maxBodyBytes) });
  expect(largest.length).toBeLessThan(8_000);
});

test("a payload opens once, only for its recipient, and not if any bit was changed", () => {
  const from = createPayloadCipher(secrets, ann);
  const sealed = from.seal(bob, { head: { t: "stop" } });
  expect(createPayloadCipher(secrets, randomUUID()).open(bob, sealed)).toBeNull();
  const third = randomUUID();
  expect(createPayloadCipher(secrets, third).open(third, sealed)).toBeNull();
  const otherSecrets = createSecretBox("another secret for tests, as long");
  expect(createPayloadCipher(otherSecrets, bob).open(bob, sealed)).toBeNull();
  const bytes = Buffer.from(sealed, "base64");
  for (let index = 0; index < bytes.length; index++) {
    const changedBytes = Buffer.from(bytes);
    changedBytes[index] = (changedBytes[index] ?? 0) ^ 1;
    expect(createPayloadCipher(secrets, bob).open(bob, changedBytes.toString("base64"))).toBeNull();
  }
  const to = createPayloadCipher(secrets, bob);
  expect(to.open(bob, sealed)).not.toBeNull();
  expect(to.open(bob, sealed)).toBeNull();
});

test("a sender without the secret cannot cause a replay, however much it sends", () => {
  const [from, to] = [createPayloadCipher(secrets, ann), createPayloadCipher(secrets, bob)];
  const sealed = from.seal(bob, { head: { t: "stop" } });
  expect(to.open(bob, sealed)).not.toBeNull();
  const otherSecrets = createSecretBox("another secret for tests, as long");
  for (let count = 0; count < 300; count++) {
    expect(to.open(bob, createPayloadCipher(otherSecrets, randomUUID()).seal(bob, { head: {} }))).toBeNull();
  }
  expect(to.open(bob, sealed)).toBeNull();
});

test("the sender ignores its own broadcasts, and everyone ignores junk", () => {
  const [from, to] = [createPayloadCipher(secrets, ann), createPayloadCipher(secrets, bob)];
  const sealed = from.seal(allProcesses, { head: { n: 1 } });
  expect(from.open(allProcesses, sealed)).toBeNull();
  expect(to.open(allProcesses, sealed)?.message.head).toEqual({ n: 1 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 300 })), (junk) => {
      expect(to.open(bob, junk)).toBeNull();
    }),
  );
});

test("sealing the same message twice gives different payloads", () => {
  const from = createPayloadCipher(secrets, ann);
  const ciphertexts = [1, 2].map(() => from.seal(bob, { head: { t: "here" } }).slice(40));
  expect(ciphertexts[0]).not.toBe(ciphertexts[1]);
});
