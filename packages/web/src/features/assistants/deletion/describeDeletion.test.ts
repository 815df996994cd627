import { expect, test } from "vitest";
import { describeDeletion } from "./describeDeletion.ts";

test("who deletes somebody else's assistant reads whose it is, and that everybody loses it", () => {
  const owner = { name: "Teacher", email: "teacher@example.org" };
  const [lenses, prisms] = ["Lenses", "Prisms"].map((name) => ({ assistantId: `astp/${name}`, name }));
  if (!lenses || !prisms) throw new Error("there are two assistants");
  expect(describeDeletion([{ ...lenses, owner }], false)).toBe(
    "“Lenses” belongs to Teacher and will be deleted for everyone who has it, with all versions. Chats and files are kept. This can’t be undone.",
  );
  expect(describeDeletion([{ ...lenses, owner: { ...owner, name: "" } }], false)).toMatch(
    /belongs to teacher@example\.org/,
  );
  for (const own of [lenses, { ...lenses, owner: null }]) {
    expect(describeDeletion([own], false)).toMatch(/^Nobody will be able to chat with “Lenses”, and all versions/);
  }
  expect(describeDeletion([lenses, prisms], false)).toMatch(/^Nobody will be able to chat with “Lenses” and “Prisms”/);
  for (const owned of [lenses, { ...lenses, owner }])
    expect(describeDeletion([owned], true)).toMatch(
      / This can’t be undone\. Unsaved changes in this browser will be deleted too\.$/,
    );
});
