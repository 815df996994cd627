import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { describeLeftOut } from "./describeLeftOut.ts";
import { createLeftOutCounter } from "./leftOut.ts";
import { parseImport } from "./parseImport.ts";
import { readImportFile } from "./readImportFile.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const createConversation = (id: string, ...content: unknown[]) => ({
  id,
  name: id,
  messages: [{ role: "user", content }],
});

test("a sentence says how many of each kind an import leaves out, and names some of them", () => {
  const counter = createLeftOutCounter();
  expect(describeLeftOut(counter.list())).toBeNull();
  counter.add("shortenedText", { count: 2 });
  counter.add("citation", { count: 0 });
  counter.add("image", { count: 1_200 });
  expect(describeLeftOut(counter.list())).toBe("Not imported: 1,200 images and 2 passages beyond the length limit.");
  for (let index = 0; index < 10; index += 1) counter.add("toolCall", { name: `tool${index % 7}` });
  expect(describeLeftOut(counter.list())).toBe(
    "Not imported: 1,200 images, 10 tool calls (tool0, tool1, tool2, tool3, tool4) " +
      "and 2 passages beyond the length limit.",
  );
});

test("images and other parts without text are counted in a file of version 4, but not those of skipped items", () => {
  const parts = [
    "Look",
    { type: "text", text: "at" },
    { type: "image_url" },
    { type: "input_audio" },
    { type: "spell" },
  ];
  const history = [createConversation("a", ...parts), { id: "b", name: "New Conversation", messages: [] }];
  expect(parseImport({ version: 4, history }, now).leftOut).toEqual([
    { kind: "image", count: 1, names: [] },
    { kind: "recording", count: 1, names: [] },
    { kind: "unknownBlock", count: 1, names: ["spell"] },
  ]);
});

test("the other files of an archive are counted, with what each of its conversation files lacks", async () => {
  const toBytes = (id: string) => strToU8(JSON.stringify([createConversation(id, "Look", { type: "image_url" })]));
  const archive = zipSync({
    "export/conversations-1.json": toBytes("a"),
    "export/conversations-2.json": toBytes("b"),
    "export/user.json": strToU8("{}"),
    "export/photo.png": strToU8("x"),
    "export/empty/": strToU8(""),
  });
  const { leftOut } = await readImportFile(new Blob([archive.slice()]), now);
  expect(describeLeftOut(leftOut)).toBe("Not imported: 2 images and 2 other files in the archive.");
});
