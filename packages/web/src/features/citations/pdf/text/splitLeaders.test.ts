import { expect, test } from "vitest";
import { splitLeaders } from "./splitLeaders.ts";

/** The fonts of the page are half as wide as they are measured. */
const measure = (text: string) => text.length;
const item = (str: string, width: number) => ({
  ...{ str, width, height: 10, fontName: "f", hasEOL: true },
  transform: [10, 0, 0, 10, 100, 50],
});
const describeParts = (items: ReturnType<typeof item>[]) =>
  items.map(({ str, transform, width, hasEOL }) => ({ str, x: transform[4], width, hasEOL }));

test("the letters of an entry are as wide as elsewhere on the page, and the dots behind them fill the rest of the line", () => {
  const items = [item("Some text.", 50), item("Entry . . . . . . 12", 300)];
  expect(describeParts(splitLeaders(items, measure))).toEqual([
    { str: "Some text.", x: 100, width: 50, hasEOL: true },
    { str: "Entry", x: 100, width: 25, hasEOL: false },
    { str: " . . . . . . ", x: 125, width: 265, hasEOL: false },
    { str: "12", x: 390, width: 10, hasEOL: true },
  ]);
});

test("turned text is split along its direction", () => {
  const turned = { ...item("Entry....", 100), transform: [0, 10, -10, 0, 100, 50] };
  const [, , leader] = splitLeaders([item("Some text.", 50), turned], measure);
  expect(leader?.transform).toEqual([0, 10, -10, 0, 100, 75]);
});

test("text without a leader stays one item, and so does a leader if nothing shows how wide its letters are", () => {
  const items = [item("And so on... 3.1.2 etc.", 100), item(". . . . . .", 100)];
  expect(describeParts(splitLeaders(items, measure))).toEqual(describeParts(items));
  const alone = [item("Entry . . . . . . 12", 300)];
  expect(splitLeaders(alone, measure)).toEqual(alone);
  const broken = [item("Some text.", Number.NaN), item("Entry . . . . . . 12", 300)];
  expect(splitLeaders(broken, measure)).toEqual(broken);
});
