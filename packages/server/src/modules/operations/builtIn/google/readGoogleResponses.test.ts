import { expect, test } from "vitest";
import { readGmailThread } from "./readGmailThread.ts";
import { readGoogleDocument } from "./readGoogleDocument.ts";

test("a document is its title and the text of its paragraphs and tables", () => {
  const paragraph = (...texts: string[]) => ({ elements: texts.map((content) => ({ textRun: { content } })) });
  const cell = (text: string) => ({ content: [{ paragraph: paragraph(`${text}\n`) }] });
  const content = [
    { sectionBreak: {} },
    { paragraph: paragraph("Hello ", "world\n") },
    { table: { tableRows: [{ tableCells: [cell("a"), cell("b")] }, { tableCells: [cell("c"), {}] }] } },
    { paragraph: { elements: [{ inlineObjectElement: {} }] } },
    { paragraph: paragraph("End\n") },
  ];
  expect(readGoogleDocument({ title: "Plan", body: { content } })).toBe("Plan\n\nHello world\na | b\nc | \nEnd\n");
  expect(readGoogleDocument({})).toBe("\n\n");
  expect(() => readGoogleDocument([])).toThrow();
});

const encode = (text: string) => ({ data: Buffer.from(text).toString("base64url") });

test("an email thread is its messages, with their headers, attachments and plain text", () => {
  const headers = [
    { name: "Received", value: "by mx" },
    { name: "from", value: "Ada <ada@example.org>" },
    { name: "Subject", value: "Tea" },
  ];
  const alternative = {
    mimeType: "multipart/alternative",
    parts: [
      { mimeType: "text/plain", body: encode("Grüße??>>\n") },
      { mimeType: "text/html", body: encode("<b>Hi</b>") },
    ],
  };
  const pdf = { mimeType: "application/pdf", filename: "menu.pdf", body: { attachmentId: "1" } };
  const html = "<style>p{}</style><p>At&nbsp;<b>five</b></p><script>x</script><p>o'clock</p>";
  const thread = {
    messages: [
      { snippet: "s", payload: { mimeType: "multipart/mixed", headers, parts: [alternative, pdf] } },
      { payload: { mimeType: "text/html", body: encode(html) } },
      { snippet: "Only this", payload: { mimeType: "image/png", filename: "x.png" } },
    ],
  };
  expect(readGmailThread(thread)).toBe(
    [
      "From: Ada <ada@example.org>\nSubject: Tea\nAttachments: menu.pdf\n\nGrüße??>>",
      "\n\nAt&nbsp; five o'clock",
      "Attachments: x.png\n\nOnly this",
    ].join("\n\n---\n\n"),
  );
  expect(() => readGmailThread({ messages: [{}] })).toThrow();
});

test.each(["<", "<style", "<style>", "</style ", "<style></script  ", " "])(
  "hostile HTML takes no long time: repeated %j",
  (piece) => {
    const html = piece.repeat(500_000);
    const payload = { mimeType: "text/html", body: encode(html) };
    expect(readGmailThread({ messages: [{ payload }] }).length).toBeLessThan(html.length + 100);
  },
);
