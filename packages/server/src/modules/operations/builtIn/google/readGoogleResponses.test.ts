import { expect, test } from "vitest";
import { readGmailThread } from "./readGmailThread.ts";
import { readGoogleDocument } from "./readGoogleDocument.ts";

const paragraph = (...texts: string[]) => ({ elements: texts.map((content) => ({ textRun: { content } })) });
const toTab = (content: object[], more: object = {}) => ({ documentTab: { body: { content } }, ...more });

test("a document is its title and the text of its paragraphs and tables", () => {
  const cell = (text: string) => ({ content: [{ paragraph: paragraph(`${text}\n`) }] });
  const inner = { table: { tableRows: [{ tableCells: [cell("d"), cell("e")] }] } };
  const content = [
    { sectionBreak: {} },
    { paragraph: paragraph("Hello ", "world\n") },
    { table: { tableRows: [{ tableCells: [cell("a"), cell("b")] }, { tableCells: [{ content: [inner] }, {}] }] } },
    { paragraph: { elements: [{ inlineObjectElement: {} }] } },
    { paragraph: paragraph("End\n") },
  ];
  const document = { title: "Plan", tabs: [toTab(content)] };
  expect(readGoogleDocument(document)).toBe("Plan\n\nHello world\na | b\nd | e | \nEnd\n");
  expect(readGoogleDocument({})).toBe("\n\n");
  expect(() => readGoogleDocument([])).toThrow();
});

test("a document has the people, links and dates that it names", () => {
  const elements = [
    { person: { personProperties: { name: "Ada", email: "ada@example.org" } } },
    { textRun: { content: " meets " } },
    { person: { personProperties: { email: "bob@example.org" } } },
    { textRun: { content: " on " } },
    { dateElement: { dateElementProperties: { displayText: "1 May" } } },
    { textRun: { content: ": " } },
    { richLink: { richLinkProperties: { title: "Notes", uri: "https://example.org/n" } } },
    { textRun: { content: "\n" } },
  ];
  expect(readGoogleDocument({ title: "Plan", tabs: [toTab([{ paragraph: { elements } }])] })).toBe(
    "Plan\n\nAda (ada@example.org) meets bob@example.org on 1 May: Notes (https://example.org/n)\n",
  );
});

test("a document has all its tabs, also those below others", () => {
  const create = (title: string, childTabs: object[] = []) =>
    toTab([{ paragraph: paragraph(`Text of ${title}\n`) }], { tabProperties: { title }, childTabs });
  const tabs = [create("A", [create("A1", [create("A1a")])]), create("B")];
  expect(readGoogleDocument({ title: "Plan", tabs })).toBe(
    "Plan\n\n[Tab: A]\nText of A\n\n[Tab: A1]\nText of A1\n\n[Tab: A1a]\nText of A1a\n\n[Tab: B]\nText of B\n",
  );
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
