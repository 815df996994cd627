import { createPdf, createPdfOfLetters, pdfStream, pdfText } from "./createPdf.ts";
import { type GoldenCase, hasPdfRow, neverSays, says } from "./facts.ts";
import { writePdfTable } from "./writePdfTable.ts";

const widget = (rect: string, entries: string) =>
  `<< /Type /Annot /Subtype /Widget /Rect [${rect}] /P 3 0 R ${entries} >>`;
const markup = (subtype: string, entries: string) =>
  `<< /Type /Annot /Subtype /${subtype} /Rect [72 500 180 512] /QuadPoints [72 512 180 512 72 500 180 500] ${entries} >>`;
const attachedFile = [
  "<< /Type /Filespec /F (minutes.txt) /UF (minutes.txt) /EF << /F 7 0 R >> >>",
  pdfStream("The pier will be closed.", "/Type /EmbeddedFile"),
];
const fields = [
  widget("200 714 400 732", "/FT /Tx /T (f1) /V (Robin Sample)"),
  widget("200 684 400 702", "/FT /Ch /Ff 131072 /T (f2) /V (o) /Opt [[(o) (Oceanography)] [(h) (History)]]"),
  widget("72 656 84 668", "/FT /Btn /T (f3) /V /Yes /AS /Yes /AP << /N << /Yes 15 0 R /Off 15 0 R >> >>"),
  widget("72 626 84 638", "/FT /Btn /T (f4) /AS /Off /AP << /N << /Yes 15 0 R /Off 15 0 R >> >>"),
  widget("200 590 400 608", "/FT /Tx /T (f5) /TU (Telephone at work) /V (0123)"),
  widget("200 560 400 578", "/FT /Tx /T (f6)"),
  widget("200 530 400 548", "/FT /Tx /T (f7) /F 2 /V (hidden value)"),
  widget("200 500 400 518", "/FT /Tx /Ff 8192 /T (f8) /V (secret word)"),
  "<< /Type /Annot /Subtype /FreeText /Contents (Checked by the desk.) /Rect [72 400 400 430] /DA (/F1 11 Tf 0 g) >>",
  pdfStream("", "/Type /XObject /Subtype /Form /BBox [0 0 12 12]"),
];

export const pdfCases: readonly GoldenCase[] = [
  {
    file: "form.pdf",
    create: () =>
      createPdf({
        content: [
          pdfText(72, 720, "Name of the borrower:"),
          pdfText(72, 690, "Department:"),
          pdfText(90, 660, "I accept the rules"),
          pdfText(90, 630, "Send me letters"),
          pdfText(72, 596, "Phone:"),
          pdfText(72, 566, "Remarks:"),
        ].join(" "),
        catalog: `/AcroForm << /Fields [${fields
          .slice(0, 8)
          .map((_, index) => `${index + 6} 0 R`)
          .join(" ")}] /DA (/F1 11 Tf 0 g) >>`,
        objects: fields,
        annotations: [6, 7, 8, 9, 10, 11, 12, 13, 14],
      }),
    facts: [
      says("Robin Sample is the borrower", "Name of the borrower: Robin Sample"),
      says("a choice has the value that is shown", "Department: Oceanography"),
      says("the rules are accepted, letters are not wanted", "☒ I accept the rules", "☐ Send me letters"),
      says("the form's own label comes first", "Telephone at work: 0123"),
      says("the desk has checked it", "Note: Checked by the desk."),
      neverSays("what the form hides is left out", "hidden value", "secret word", "Remarks: "),
    ],
  },
  {
    file: "comments.pdf",
    create: () =>
      createPdf({
        content: pdfText(72, 502, "The fee is 40 Euro. It is due in May."),
        objects: [
          markup("Highlight", "/Contents (Is this right?) /T (Kim)"),
          markup("Highlight", ""),
          "<< /Type /Annot /Subtype /Text /Contents (Ask the board.) /Rect [300 700 320 720] >>",
          "<< /Type /Annot /Subtype /Popup /Contents (Ask the board.) /Rect [300 600 320 620] >>",
        ],
        annotations: [6, 7, 8, 9],
      }),
    facts: [
      says("Kim asks about the fee", "Comment by Kim", "Is this right?"),
      says("there is a comment without an author", "\nComment: Ask the board."),
      {
        statement: "each comment is there once",
        check({ items }) {
          const comments = items.filter(({ content }) => content.startsWith("Comment"));
          if (comments.length !== 2 || comments.some(({ location }) => location.page !== 1))
            throw new Error(`${comments.length} comments`);
        },
      },
    ],
  },
  {
    file: "raised.pdf",
    create: () =>
      createPdf({
        content: [
          "BT /F1 12 Tf 72 700 Td (The basin holds 10) Tj /F1 7 Tf 5 Ts (6) Tj 0 Ts /F1 12 Tf ( litres.) Tj ET",
          "BT /F1 12 Tf 72 670 Td (The area is 45 m) Tj /F1 7 Tf 5 Ts (2) Tj 0 Ts /F1 12 Tf (, as measured in 2024) Tj /F1 7 Tf 5 Ts (3) Tj ET",
          "BT /F1 12 Tf 72 640 Td (Use H) Tj /F1 8 Tf -2 Ts (2) Tj 0 Ts /F1 12 Tf (O and x) Tj /F1 7 Tf 5 Ts (k) Tj 0 Ts /F1 12 Tf ( on the 1) Tj /F1 7 Tf 5 Ts (st) Tj ET",
          "BT /F1 7 Tf 72 604 Td (3) Tj /F1 10 Tf 0 -3 Td (      Counted twice.) Tj ET",
        ].join("\n"),
      }),
    facts: [
      says("ten to the sixth litres", "holds 10⁶ litres."),
      says("square metres, and a note after the year", "45 m², as measured in 2024³"),
      says("lowered figures and raised letters", "Use H₂O and x^k on the 1st"),
    ],
  },
  {
    file: "hebrew.pdf",
    create: () =>
      createPdfOfLetters(['.ח"ש 12 סיטרכה ריחמו ,)ינופצה( חזמהמ 7:30 העשב תאצוי הריסה'], { separate: true }),
    facts: [says("the boat leaves at 7:30 and costs 12", 'הסירה יוצאת בשעה 7:30 מהמזח (הצפוני), ומחיר הכרטיס 12 ש"ח.')],
  },
  {
    file: "arabic.pdf",
    // The letters have their forms inside of words, as a browser prints them.
    create: () => createPdfOfLetters([".41 ﻢﻗر ﻰﺳﺮﻤﻟا", "Lectern 3.2 ﺔﺤﻔﺻ"], { separate: true }),
    facts: [
      says("the berth has number 41, in letters that can be searched", "المرسى رقم 41."),
      says("Latin words and their numbers stay in order", "صفحة Lectern 3.2"),
    ],
  },
  {
    file: "empty cells.pdf",
    create: () =>
      createPdf({
        content: writePdfTable([
          ["Boat", "Seats", "Fee"],
          ["North Heron", "4", "40.00"],
          ["Crane", "6", "65.00"],
          ["Stork", "", "70.00"],
          ["Tern", "2", ""],
        ]),
      }),
    facts: [
      hasPdfRow("the number of seats of Stork is empty", ["Stork", "", "70.00"]),
      hasPdfRow("North Heron has 4 seats", ["North Heron", "4", "40.00"]),
      hasPdfRow("the fee of Tern is empty", ["Tern", "2"]),
    ],
  },
  {
    file: "wrapped cells.pdf",
    create: () =>
      createPdf({
        content: [
          ...[pdfText(72, 720, "Term"), pdfText(130, 720, "Meaning"), pdfText(300, 720, "Fee")],
          // The other cells stand beside the middle of the longest one.
          ...[pdfText(130, 700, "The water falls for"), pdfText(130, 674, "ships wait at the pier.")],
          ...[pdfText(72, 687, "Ebb"), pdfText(130, 687, "six hours, and"), pdfText(318, 687, "40")],
          ...[pdfText(72, 648, "Slack"), pdfText(324, 648, "5")],
          // And here between its lines.
          ...[
            pdfText(130, 628, "No ship leaves until"),
            pdfText(72, 621, "Storm"),
            pdfText(130, 615, "it has calmed down."),
          ],
        ].join(" "),
      }),
    facts: [
      hasPdfRow("the fee of the ebb is 40, and its meaning is whole", [
        "Ebb",
        "The water falls for six hours, and ships wait at the pier.",
        "40",
      ]),
      hasPdfRow("the 5 is the fee of the slack", ["Slack", "", "5"]),
      hasPdfRow("no ship leaves in a storm", ["Storm", "No ship leaves until it has calmed down."]),
    ],
  },
  {
    file: "narrow columns.pdf",
    create: () =>
      createPdfOfLetters(["אא תתת", "בב שש"], {
        separate: true,
      }),
    facts: [says("each row is a line of its own", "תתת אא\nשש בב")],
  },
  {
    file: "vertical.pdf",
    create: () => {
      const columns = ["図書館は九時に", "開きます。"];
      const letters = [...new Set(columns.join(""))];
      const content = columns.flatMap((column, index) =>
        [...column].map((letter, row) => {
          const code = (letters.indexOf(letter) + 1).toString(16).padStart(2, "0");
          return `BT /F1 12 Tf ${200 - index * 20} ${700 - row * 13} Td <${code}> Tj ET`;
        }),
      );
      return createPdf({ content: content.join("\n"), letters });
    },
    facts: [says("columns are read from top to bottom, and from right to left", "図書館は九時に開きます。")],
  },
  {
    file: "portfolio.pdf",
    create: () =>
      createPdf({
        content: pdfText(72, 700, "For the best experience, open this in a newer viewer."),
        catalog: "/Collection << /Type /Collection >> /Names << /EmbeddedFiles << /Names [(minutes.txt) 6 0 R] >> >>",
        objects: attachedFile,
      }),
    facts: [says("the file inside is named", "Files inside this PDF, which were not read:\n- minutes.txt")],
    notes: { embeddedFiles: "minutes.txt" },
  },
  {
    file: "blank pages.pdf",
    create: () => createPdf({ content: pdfText(72, 700, "The first page has a text."), blankPages: 3 }),
    facts: [says("the first page is read", "The first page has a text.")],
    notes: { pagesWithoutText: "2–4" },
  },
];

const xfaData = pdfStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>');
/** A form whose only page says that another program is needed. */
export const createXfaPdf = () =>
  createPdf({
    content: pdfText(72, 700, "Please wait... If this message is not replaced, your viewer cannot show this form."),
    catalog: "/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>",
    objects: [xfaData],
  });
