import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { formatJson, readEscapes } from "./formats/json/formatJson.ts";
import { removeEmbeddedPictures } from "./formats/markdown/removeEmbeddedPictures.ts";
import { openTestReader, type TestRead } from "./testing/readTestDocument.ts";

const reader = await openTestReader();
afterAll(() => reader.close());

const getText = ({ items }: TestRead) => items.map(({ content }) => content).join("\n");
const fromHex = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");

describe("the encoding of a text file", () => {
  const russian = "Библиотека открывается каждый рабочий день в девять часов.";
  const windows1251 = Buffer.from([...russian].map((letter) => encodeWindows1251(letter)));

  test.each([
    ["Chinese in a short table", "a.csv", "d0d5c3fb2cbfceb3cc0ad5c5ceb02ccbc4", "gb18030", ["姓名", "张伟"]],
    [
      "Japanese",
      "a.txt",
      "907d8f918ad982cd95bd93fa82cc8be38e9e82c98a4a82ab82dc82b78142",
      "shift_jis",
      ["図書館は平日の九時"],
    ],
    ["Russian", "a.md", windows1251.toString("hex"), "windows-1251", [russian]],
    [
      "German",
      "a.log",
      Buffer.from("Die Gebühr für größere Bände", "latin1").toString("hex"),
      "windows-1252",
      ["größere"],
    ],
  ])("is guessed, and noted as guessed: %s", async (_, name, hex, encoding, expected) => {
    const read = await reader.read(name, fromHex(hex));
    for (const text of expected) expect(getText(read)).toContain(text);
    expect(read.notes).toContainEqual({ code: "encodingGuessed", detail: encoding });
  });

  test("is the one that a person has chosen, which is no guess", async () => {
    const read = await reader.read("a.txt", windows1251, undefined, "koi8-r");
    expect(getText(read)).toBe(new TextDecoder("koi8-r").decode(windows1251));
    expect(read.notes).toEqual([]);
    const unfit = await reader.read("a.txt", windows1251, undefined, "utf-8");
    expect(unfit.notes).toEqual([{ code: "charactersUnreadable", count: expect.any(Number) }]);
  });

  test("is what HTML and XML declare, which is no guess", async () => {
    const html = Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), windows1251]);
    const read = await reader.read("a.html", html);
    expect(getText(read)).toBe(russian);
    expect(read.notes).toEqual([]);
  });

  test("is UTF-16 without a mark in both byte orders", async () => {
    const littleEndian = Buffer.from("Name,Seats\r\nHeron,4\r\nCrane,6\r\n", "utf16le");
    for (const bytes of [littleEndian, Buffer.from(littleEndian).swap16()])
      expect(getText(await reader.read("seats.csv", bytes))).toBe(
        "Name | Seats\nName: Heron; Seats: 4\nName: Crane; Seats: 6",
      );
  });

  test.each([
    ["Gewähr", "windows-1252"],
    ["Prix;5 é\r\n", "windows-1252"],
    ["Paul;Orlé", "windows-1252"],
    ["Müller;Köln", "windows-1252"],
    ["déjà vu und mehr", "windows-1252"],
    ["Gebühr;größer", "windows-1252"],
    ["Ærø, Århus", "windows-1252"],
  ])("is guessed for a short text of Latin letters, of which none is lost: %j", async (text, encoding) => {
    const read = await reader.read("a.txt", Buffer.from(text, "latin1"));
    expect(getText(read)).toBe(text.trim());
    expect(read.notes).toEqual([{ code: "encodingGuessed", detail: encoding }]);
  });

  test("is guessed if the last sign is outside of ASCII", async () => {
    const read = await reader.read("a.txt", fromHex(`${Buffer.from("Total: 12 ").toString("hex")}800d0a`));
    expect(getText(read)).toBe("Total: 12 €");
  });

  test("is UTF-8 if only its last character is cut off", async () => {
    const read = await reader.read("a.txt", Buffer.from("Grüße 図").subarray(0, -1));
    expect(getText(read)).toBe("Grüße");
    expect(read.notes).toEqual([]);
  });

  test("is UTF-8 although a few bytes are damaged, and those are noted", async () => {
    const bytes = Buffer.concat([Buffer.from("Grüße aus Köln, Fuß für Fuß, "), fromHex("ff"), Buffer.from(" überall")]);
    const read = await reader.read("a.txt", bytes);
    expect(getText(read)).toContain("Grüße aus Köln");
    expect(read.notes).toEqual([{ code: "charactersUnreadable", count: 1 }]);
  });
});

test("NUL bytes in a log are removed and noted; in a file without the name of a text they make it unsupported", async () => {
  const log = Buffer.concat([
    Buffer.from("08:05 the pump failed\n"),
    Buffer.alloc(12),
    Buffer.from("\n08:09 restarted\n"),
  ]);
  const read = await reader.read("pump.log", log);
  expect(getText(read)).toContain("08:05 the pump failed");
  expect(getText(read)).toContain("08:09 restarted");
  expect(read.notes).toEqual([{ code: "charactersRemoved", count: 12 }]);
  await expect(reader.read("pump.bin", log)).rejects.toMatchObject({ failure: "unsupported" });
});

describe("JSON", () => {
  const record = '{"id":90071992547409931,"price":12.50,"share":1e-7,"name":"M\\u00fcller \\"x\\" C:\\\\u00fc"}';
  const expected = [
    '"id": 90071992547409931',
    '"price": 12.50',
    '"share": 1e-7',
    '"name": "Müller \\"x\\" C:\\\\u00fc"',
  ];

  test("in one long line keeps its numbers as they are written, and its escapes are read", async () => {
    const text = getText(await reader.read("a.json", `[${Array.from({ length: 100 }, () => record).join(",")}]`));
    for (const part of expected) expect(text.split(part)).toHaveLength(101);
  });

  test("in short lines too, and in JSON Lines", async () => {
    const pretty = `{\n  "id": 90071992547409931,\n  "price": 12.50,\n  "name": "M\\u00fcller"\n}`;
    expect(getText(await reader.read("a.json", pretty))).toBe(pretty.replace("\\u00fc", "ü"));
    expect(getText(await reader.read("a.jsonl", record))).toBe(record.replace("M\\u00fc", "Mü"));
  });

  test("is the same value after reformatting, with the keys in their order", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const padded = `{"b":${json},"1":"${"x".repeat(5_000)}"}`;
        const formatted = formatJson(padded);
        expect(JSON.parse(formatted)).toEqual(JSON.parse(padded));
        expect(JSON.parse(readEscapes(formatted))).toEqual(JSON.parse(padded));
        expect(formatted.indexOf('"b"')).toBeLessThan(formatted.lastIndexOf('"1"'));
      }),
    );
  });
});

describe("pictures inside Markdown", () => {
  const picture = `data:image/png;base64,${Buffer.alloc(120_000, 7).toString("base64")}`;

  test.each([
    ["inline", `![the crane](${picture})`],
    ["by reference", `![the crane][image1]\n\n[image1]: <${picture}>`],
    ["in HTML", `<p><img alt="x" src="${picture}">the crane</p>`],
  ])("are not text, and the headings stay: %s", async (_, source) => {
    const read = await reader.read(
      "harbour.md",
      `# Harbour\n\nIt was tested.\n\n${source}\n\n## Weight\n\n850 kilograms.\n`,
    );
    expect(read.items[0]).toMatchObject({ content: "# Harbour", kind: "heading" });
    expect(read.items.at(-1)).toMatchObject({ content: "850 kilograms.", location: { heading: "Harbour > Weight" } });
    expect(getText(read)).toContain("the crane");
    expect(getText(read).length).toBeLessThan(200);
    expect(read.notes).toEqual([{ code: "picturesLeftOut", count: 1 }]);
  });

  test("leave the numbers of the lines and other images as they are", () => {
    const source = `![a](b.png)\n![c][d]\n\n[d]: ${picture}\n[e]: f.png\n![g][e]`;
    expect(removeEmbeddedPictures(source)).toEqual({ text: "![a](b.png)\nc\n\n\n[e]: f.png\n![g][e]", count: 1 });
  });
});

/** Russian letters only. */
function encodeWindows1251(letter: string): number {
  const code = letter.charCodeAt(0);
  return code < 0x80 ? code : code - 0x410 + 0xc0;
}
