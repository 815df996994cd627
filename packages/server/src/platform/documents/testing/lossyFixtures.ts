import type { ExtractionNote } from "@lectern/contract";

interface LossyFixture {
  name: string;
  bytes: () => Uint8Array | string | Promise<Uint8Array | string>;
  /** What a person reads in the document. A fact that is missing in the text needs a note. */
  facts: readonly string[];
  notes: readonly ExtractionNote[];
}

/**
 * Documents that say more than a text can hold, or that can be read in two ways. Add one for each thing that a format
 * leaves out.
 */
export const lossyFixtures: readonly LossyFixture[] = [
  {
    name: "guessed.csv",
    bytes: () => Buffer.from("d0d5c3fb2cbfceb3cc0ad5c5ceb02ccbc4", "hex"),
    facts: ["姓名", "张伟"],
    // Two columns of words do not say which row is the header.
    notes: [
      { code: "encodingGuessed", detail: "gb18030" },
      { code: "columnNamesUnsure", count: 1 },
    ],
  },
  {
    name: "pump.log",
    bytes: () => "08:05 failed\n\0\0\0\n08:09 restarted",
    facts: ["08:05 failed", "08:09 restarted", "\0"],
    notes: [{ code: "charactersRemoved", count: 3 }],
  },
  {
    name: "damaged.txt",
    bytes: () => Buffer.concat([Buffer.from("Grüße für Köln: "), Buffer.from("ff", "hex"), Buffer.from(" km")]),
    facts: ["Grüße für Köln"],
    notes: [{ code: "charactersUnreadable", count: 1 }],
  },
  {
    name: "picture.md",
    bytes: () => "# Crane\n\n![a crane](data:image/png;base64,iVBORw0KGgo=)\n",
    facts: ["Crane", "a crane", "iVBORw0KGgo="],
    notes: [{ code: "picturesLeftOut", count: 1 }],
  },
  {
    name: "plot.ipynb",
    bytes: () =>
      JSON.stringify({
        cells: [
          {
            cell_type: "code",
            source: "plot()",
            outputs: [{ data: { "text/plain": "<Figure>", "image/png": "iVBORw0KGgo=" } }],
          },
        ],
      }),
    facts: ["plot()", "<Figure>", "iVBORw0KGgo="],
    notes: [{ code: "picturesLeftOut", count: 1 }],
  },
  {
    name: "keys.eml",
    bytes: () =>
      [
        "Subject: Keys",
        "Content-Type: multipart/mixed; boundary=b",
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "The key is with Ann.",
        "--b",
        "Content-Type: application/pdf",
        'Content-Disposition: attachment; filename="plan.pdf"',
        "",
        "The plan of the cellar",
        "--b--",
      ].join("\r\n"),
    facts: ["The key is with Ann.", "The plan of the cellar"],
    notes: [{ code: "embeddedFiles", count: 1, detail: "plan.pdf" }],
  },
];
