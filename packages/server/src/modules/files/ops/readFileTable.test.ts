import { readFileTable } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/createTestApp.ts";
import { uploadTestFile } from "../../../testing/uploadTestFile.ts";

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

test("the rows of a table are read as cells, and another document has no sheets", async () => {
  const person = await server.signIn("reader@uni.edu");
  const content = "River,km\nRhine,1233\nOder,\n";
  const table = await uploadTestFile(server, person, { name: "a.csv", type: "text/csv", content });
  const text = await uploadTestFile(server, person, { name: "a.txt", type: "text/plain", content });
  const layout = {
    sheets: [{ name: null, from: 0, count: 3 }],
    titles: [],
    columns: [
      { name: "River", characters: 5, isNumeric: false },
      { name: "km", characters: 4, isNumeric: true },
    ],
    bodyFrom: 1,
  };
  const read = async (from: number, count: number) =>
    (await person.proxy(readFileTable, { key: table.id, from, count })).result;
  expect(await read(1, 1)).toEqual({ ...layout, rows: [{ row: 2, cells: ["Rhine", "1233"] }] });
  expect(await read(2, 9)).toEqual({ ...layout, rows: [{ row: 3, cells: ["Oder", ""] }] });
  expect((await read(3, 9)).rows).toEqual([]);
  expect((await person.proxy(readFileTable, { key: text.id })).result).toMatchObject({ sheets: [], rows: [] });
});
