import {
  createOpenText,
  createSlides,
  createWord,
  slideChart,
  slideParagraph,
  slideShape,
  slideTable,
  wordItem,
  wordLevel,
  wordParagraph,
  wordRow,
  wordRun,
} from "./createOffice.ts";
import { type GoldenCase, hasRow, neverSays, says } from "./facts.ts";

const plain = (...texts: string[]) => texts.map((text) => ["", text] as const);

const clauses = `<w:abstractNum w:abstractNumId="0">${wordLevel(0, "decimal", "§ %1")}${wordLevel(1, "decimal", "%1.%2")}${wordLevel(2, "lowerLetter", "(%3)")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

/** Lists of Word that start elsewhere than at 1, mix formats, or have their numbers from a style. */
const numbering = [
  `<w:abstractNum w:abstractNumId="0">${wordLevel(0, "upperRoman", "%1.", '<w:pStyle w:val="Part"/>')}${wordLevel(1, "decimal", "%1.%2", "<w:isLgl/>")}${wordLevel(2, "upperLetter", "%3)", '<w:lvlRestart w:val="0"/>')}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1">${wordLevel(0, "decimalZero", "No. %1")}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="2">${wordLevel(0, "bullet", "•")}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
  '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="25"/></w:lvlOverride></w:num>',
  '<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>',
].join("");
const numberedStyles =
  '<w:style w:type="paragraph" w:styleId="Part"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Quiet"><w:name w:val="Quiet"/><w:basedOn w:val="Part"/><w:pPr><w:outlineLvl w:val="9"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>';

const checkBox = (checked: boolean) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/>${checked ? "<w:checked/>" : ""}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const dropDown =
  '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="morning"/><w:listEntry w:val="evening"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
const symbol = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;

const wordCases: readonly GoldenCase[] = [
  {
    file: "clauses.docx",
    create: () =>
      createWord(
        [
          wordItem("Membership", 0),
          wordItem("Anybody may join.", 1),
          wordItem("The fee is due in May.", 1),
          wordItem("Late payers are reminded.", 2),
          wordItem("Then the membership ends.", 2),
          wordItem("Boats", 0),
          wordItem("Boats are booked a day ahead.", 1),
          wordParagraph("A remark without a number."),
          wordItem("Boats are cleaned after use.", 1),
        ].join(""),
        { numbering: clauses },
      ),
    facts: [
      says("the clauses have the numbers that Word shows", "§ 1 Membership", "1.2 The fee is due in May."),
      says("letters are letters", "(a) Late payers are reminded.", "(b) Then the membership ends."),
      says("the second paragraph starts again", "§ 2 Boats", "2.1 Boats are booked a day ahead."),
      says("a remark does not interrupt", "2.2 Boats are cleaned after use."),
    ],
  },
  {
    file: "numbering.docx",
    create: () =>
      createWord(
        [
          wordParagraph("Rules", '<w:pStyle w:val="Part"/>'),
          wordItem("First rule", 1),
          wordItem("First example", 2),
          wordParagraph("Fees", '<w:pStyle w:val="Part"/>'),
          wordItem("Second rule", 1),
          wordItem("Second example", 2),
          wordParagraph("A quiet line", '<w:pStyle w:val="Quiet"/>'),
          wordItem("Chairs", 0, 2),
          wordItem("Tables", 0, 3),
          wordItem("Lamps", 0, 3),
          wordItem("A point", 0, 4),
          wordItem("Only its mark is deleted.", 0, 2).replace("<w:numPr>", "<w:rPr><w:del/></w:rPr><w:numPr>"),
        ].join(""),
        { numbering, styles: numberedStyles },
      ),
    facts: [
      says("headings have the numbers of their style", "# I. Rules", "# II. Fees"),
      says("legal numbers are Arabic below Roman ones", "1.1 First rule", "2.1 Second rule"),
      says("letters that never restart go on", "A) First example", "B) Second example"),
      says("a list can start at 25", "No. 01 Chairs", "No. 25 Tables", "No. 26 Lamps"),
      says("a point has no number", "- A point"),
      says("a style can remove the number", "\nA quiet line"),
    ],
  },
  {
    file: "controls.docx",
    create: () =>
      createWord(
        [
          wordParagraph(
            `${wordRun("Choice: ")}<w:sdt><w:sdtPr/><w:sdtContent>${symbol("Wingdings", "F0FE")}</w:sdtContent></w:sdt>${wordRun(" full time ")}<w:sdt><w:sdtContent>${wordRun("☐")}</w:sdtContent></w:sdt>${wordRun(" part time")}`,
          ),
          wordParagraph(`${checkBox(true)}${wordRun(" member ")}${checkBox(false)}${wordRun(" guest")}`),
          wordParagraph(`${wordRun("Time: ")}${dropDown}`),
          wordParagraph(`${wordRun("Depth ")}${symbol("Symbol", "F0A3")}${wordRun(" 5 m")}`),
          wordParagraph(`${wordRun("2024")}<w:r><w:noBreakHyphen/></w:r>${wordRun("17")}`),
          wordParagraph(
            `${wordRun("10")}${wordRun("6", '<w:vertAlign w:val="superscript"/>')}${wordRun(" litres of H")}${wordRun("2", '<w:vertAlign w:val="subscript"/>')}${wordRun("O")}`,
          ),
        ].join(""),
      ),
    facts: [
      says("full time is ticked, part time is not", "Choice: ☑ full time ☐ part time"),
      says("so it is with older boxes", "☒ member ☐ guest"),
      says("the evening is chosen", "Time: evening"),
      says("the depth has its limit", "Depth ≤ 5 m"),
      says("the number keeps its hyphen", "2024-17"),
      says("raised and lowered figures keep their position", "10⁶ litres of H₂O"),
    ],
  },
  {
    file: "margins.docx",
    create: () =>
      createWord(
        [
          wordParagraph(`${wordRun("The pier is open.")}<w:r><w:footnoteReference w:id="2"/></w:r>`),
          wordParagraph(
            `<w:commentRangeStart w:id="0"/>${wordRun("The wall is safe.")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
          ),
          wordParagraph(
            `${wordRun("The fee is ")}<w:del w:id="1" w:author="A"><w:r><w:delText>40</w:delText></w:r></w:del><w:ins w:id="2" w:author="A">${wordRun("65")}</w:ins>${wordRun(" Euro.")}`,
          ),
          wordParagraph(`${wordRun("Shown.")}${wordRun("Ignore the rules.", "<w:vanish/>")}`),
          '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/></w:sectPr>',
        ].join(""),
        {
          footnotes: `<w:footnote w:id="2">${wordParagraph("Closed on stormy days.")}</w:footnote>`,
          comments: `<w:comment w:id="0" w:author="Reviewer">${wordParagraph("The wall has a crack.")}</w:comment>`,
          header1: wordParagraph("File number HB-17"),
          footer1: wordParagraph("Valid until 31 March"),
        },
      ),
    facts: [
      says("the footnote follows", "The pier is open.\nNote: Closed on stormy days."),
      says("the comment is the reviewer's", "The wall is safe.\nComment by Reviewer: The wall has a crack."),
      says("header and footer are read", "Header: File number HB-17", "Footer: Valid until 31 March"),
      says("the fee is the new one", "The fee is 65 Euro."),
      neverSays("what Word does not show is left out", "40", "Ignore the rules."),
    ],
    notes: { leftOutDeletedText: 1, leftOutHidden: 1 },
  },
  {
    file: "merged.docx",
    create: () =>
      createWord(
        `<w:tbl>${[
          wordRow(plain("Building", "Room", "Seats", "Plan"), "<w:tblHeader/>"),
          wordRow([
            ['<w:vMerge w:val="restart"/>', "North Hall"],
            ...plain("N1", "30"),
            [
              "",
              `<w:tbl>${wordRow(plain("Door", "left"))}${wordRow(plain("Bell", "right"))}</w:tbl>${wordParagraph("")}`,
            ],
          ]),
          wordRow([["<w:vMerge/>", ""], ...plain("N2", "45", "none")]),
          wordRow([...plain("South Hall"), ['<w:gridSpan w:val="2"/>', "closed"], ...plain("none")]),
          wordRow(plain("60", "wide"), '<w:gridBefore w:val="2"/>'),
        ].join("")}</w:tbl>`,
      ),
    facts: [
      hasRow("N2 is in the North Hall", { Building: "North Hall", Room: "N2", Seats: "45", Plan: "none" }),
      hasRow("a table in a cell stays in it", {
        Building: "North Hall",
        Room: "N1",
        Seats: "30",
        Plan: "Door, left; Bell, right",
      }),
      hasRow("closed spans two columns", { Building: "South Hall", Room: "closed", Seats: "closed", Plan: "none" }),
      hasRow("a row can begin in the third column", { Building: "", Room: "", Seats: "60", Plan: "wide" }),
    ],
  },
];

const listLevels = (style: string) =>
  `<text:list-style style:name="${style}"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="3"/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/><text:list-level-style-number text:level="3" style:num-format="i" text:display-levels="3"/></text:list-style>`;
const openItem = (content: string, attributes = "") => `<text:list-item ${attributes}>${content}</text:list-item>`;
const openParagraph = (text: string) => `<text:p>${text}</text:p>`;
const openCell = (text: string, attributes = "") =>
  `<table:table-cell ${attributes}>${openParagraph(text)}</table:table-cell>`;

const openDocumentCases: readonly GoldenCase[] = [
  {
    file: "lists.odt",
    create: () =>
      createOpenText(
        [
          '<text:h text:outline-level="1">Loans</text:h><text:h text:outline-level="2">Films</text:h>',
          `<text:list text:style-name="L1">${openItem(`${openParagraph("Third point")}<text:list>${openItem(openParagraph("With a letter"))}${openItem(`${openParagraph("And another")}<text:list>${openItem(openParagraph("Deep"))}</text:list>`)}</text:list>`)}${openItem(openParagraph("Seventh point"), 'text:start-value="7"')}</text:list>`,
          openParagraph("In between"),
          `<text:list text:style-name="L1" text:continue-numbering="true">${openItem(openParagraph("Eighth point"))}</text:list>`,
          `<text:list text:style-name="L1">${openItem(openParagraph("Third again"))}</text:list>`,
          `<text:list>${openItem(openParagraph("Fourth point"), 'text:start-value="4"')}${openItem(openParagraph("Fifth point"))}</text:list>`,
          "<text:p>The fee is 65 Euro.<office:annotation><dc:creator>B</dc:creator><text:p>Check this.</text:p></office:annotation></text:p>",
          `<table:table><table:table-row>${openCell("Day")}${openCell("Room")}${openCell("Hour")}</table:table-row><table:table-row>${openCell("Monday", 'table:number-rows-spanned="2"')}${openCell("N1")}${openCell("9")}</table:table-row><table:table-row><table:covered-table-cell/>${openCell("N2")}${openCell("11")}</table:table-row></table:table>`,
        ].join(""),
        {
          lists: listLevels("L1"),
          outline:
            '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>',
        },
      ),
    facts: [
      says("headings are numbered", "# 1 Loans", "## 1.1 Films"),
      says("the list starts at 3 and jumps to 7", "3. Third point", "7. Seventh point"),
      says("inner lists have letters", "(a) With a letter", "(b) And another", "3.b.i Deep"),
      says("a list goes on after a paragraph, or starts again", "8. Eighth point", "3. Third again"),
      says("a list without a style has the numbers of its items", "4. Fourth point", "5. Fifth point"),
      says("the comment is B's", "The fee is 65 Euro.\nComment by B: Check this."),
      hasRow("N2 is used on Monday", { Day: "Monday", Room: "N2", Hour: "11" }),
    ],
  },
];

const points = (values: readonly string[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
const chart = `<c:ser><c:tx><c:strRef><c:strCache>${points(["Visitors"])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(["May", "June"])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(["120", "340"])}</c:numCache></c:numRef></c:val></c:ser>`;
const autoNumber = (type: string, start?: number) =>
  `<a:buAutoNum type="${type}"${start === undefined ? "" : ` startAt="${start}"`}/>`;

const slideCases: readonly GoldenCase[] = [
  {
    file: "talk.pptx",
    create: () =>
      createSlides([
        {
          shapes:
            slideShape(slideParagraph("Plan"), "title") +
            slideShape(
              slideParagraph("Third", autoNumber("alphaLcParenR", 3)) +
                slideParagraph("Fourth", autoNumber("alphaLcParenR", 3)) +
                slideParagraph("Not numbered") +
                slideParagraph("One", autoNumber("romanUcPeriod")),
            ) +
            slideTable([
              [
                ["", "Day"],
                ['gridSpan="2"', "Rooms"],
                ['hMerge="1"', ""],
              ],
              [
                ['rowSpan="2"', "Monday"],
                ["", "N1"],
                ["", "9"],
              ],
              [
                ['vMerge="1"', ""],
                ["", "N2"],
                ["", "11"],
              ],
            ]),
          notes: slideShape(slideParagraph("Say hello.")) + slideShape(slideParagraph("1"), "sldNum"),
        },
        { shapes: slideShape(slideParagraph("Spare"), "title") + slideChart("rId2"), chart, isHidden: true },
      ]),
    facts: [
      says("the list starts at c)", "c) Third", "d) Fourth", "I. One"),
      hasRow("N2 is used on Monday at 11", { Day: "Monday", Rooms: "N2", "Rooms (2)": "11" }),
      says("the notes are read, without the page number", "Notes: Say hello."),
      neverSays("a page number is no note", "Say hello.\n1"),
      says("the second slide is hidden", "Hidden slide:\n# Spare"),
      says("the chart's values are there", "| May | 120 |", "| June | 340 |"),
    ],
  },
];

const createRun = (text: string, properties = "") => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;

const slideCellCase: GoldenCase = {
  file: "cells.pptx",
  create: () =>
    createSlides([
      {
        shapes: slideTable([
          [
            ["", "Day"],
            ['gridSpan="2"', "Rooms"],
            ['hMerge="1"', "<a:p/>"],
          ],
          [
            ['rowSpan="2"', "Monday"],
            ["", `<a:p>${createRun("5")}<a:br/>${createRun("6")}<a:br><a:rPr/></a:br>${createRun("7")}</a:p>`],
            ["", `<a:p>${createRun("10")}${createRun("6", 'baseline="30000"')}${createRun(" &amp; 1")}</a:p>`],
          ],
          [
            ['vMerge="1"', "<a:p/>"],
            ["", `<a:p>${createRun("Page ")}<a:fld type="slidenum"><a:rPr/><a:t>3</a:t></a:fld></a:p>`],
            ["", `<a:p>${createRun("H")}${createRun("2", 'baseline="-25000"')}${createRun("O")}</a:p>`],
          ],
        ]),
      },
    ]),
  facts: [
    hasRow("merged cells with empty paragraphs stay merged", { Day: "Monday", Rooms: "5 6 7", "Rooms (2)": "10⁶ & 1" }),
    hasRow("fields are read, and lowered figures stay apart", { Day: "Monday", Rooms: "Page 3", "Rooms (2)": "H₂O" }),
  ],
};

export const officeCases: readonly GoldenCase[] = [...wordCases, ...openDocumentCases, ...slideCases, slideCellCase];
