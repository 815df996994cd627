import { expect, test } from "vitest";
import { createRowParser } from "./createRowParser.ts";

const parse = createRowParser(["Name", "Age", "Note"]);

test("the values of a row go to the columns of their names, and the others are empty", () => {
  expect(parse("Name: Ada; Age: 36; Note: first")).toMatchObject({ lead: "", values: ["Ada", "36", "first"] });
  expect(parse("Age: 36")).toMatchObject({ values: ["", "36", ""], valueCount: 1 });
});

test("signs between cells may occur in a cell", () => {
  expect(parse("Name: Ada; Note: see 4: Age; born: 1815; Age: unknown").values).toEqual([
    "Ada",
    "",
    "see 4: Age; born: 1815; Age: unknown",
  ]);
  expect(createRowParser(["Time: local", "Time"])("Time: local: 9:30; Time: 8:30").values).toEqual(["9:30", "8:30"]);
});

test("values without a name precede the others, or are all there is", () => {
  expect(parse("Total; Age: 99")).toMatchObject({ lead: "Total", values: ["", "99", ""] });
  expect(parse("Source: the census; 2020")).toMatchObject({ lead: "Source: the census; 2020", valueCount: 0 });
});
