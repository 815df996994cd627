import {
  createOpenText,
  createSlides,
  createWord,
  slideShape,
  slideTable,
  wordParagraph,
  wordRun,
} from "./createOffice.ts";
import { createOpenSheet, openCell } from "./createOpenSheet.ts";
import { createWorkbook } from "./createWorkbook.ts";
import { type Fact, type GoldenCase, hasRow, says } from "./facts.ts";

const struckFact: Fact = says("the fee is 65, and 40 is struck out", "The fee is ~~40~~ 65 Euro.");
const slideRun = (text: string, properties = "") => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;
const slideFee = `<a:p>${slideRun("The fee is ")}${slideRun("40", 'strike="sngStrike"')}${slideRun(" 65 Euro.", 'strike="noStrike"')}</a:p>`;
const openStyle =
  '<style:style style:name="S1" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>';
const openFee = 'The fee is <text:span text:style-name="S1">40</text:span> 65 Euro.';

/** Text that is struck out in its document is no longer valid, so it must not read like the text that replaces it. */
export const struckCases: readonly GoldenCase[] = [
  {
    file: "struck.docx",
    create: () =>
      createWord(
        wordParagraph(`${wordRun("The fee is ")}${wordRun("40", "<w:strike/>")}${wordRun(" 65 Euro.")}`) +
          wordParagraph(
            `${wordRun("It lasts ")}${wordRun("two", "<w:dstrike/>")}${wordRun(" weeks", "<w:dstrike/>")}${wordRun(" a month")}${wordRun(".", '<w:strike w:val="0"/>')}`,
          ),
      ),
    facts: [struckFact, says("a text in two parts is struck out once", "It lasts ~~two weeks~~ a month.")],
  },
  {
    file: "struck.pptx",
    create: () =>
      createSlides([
        {
          shapes:
            slideShape(slideFee) +
            slideTable([
              [
                ["", "Item"],
                ["", "Fee"],
              ],
              [
                ["", "Boat"],
                ["", `<a:p>${slideRun("40", 'strike="dblStrike"')}${slideRun(" 65")}</a:p>`],
              ],
            ]),
        },
      ]),
    facts: [struckFact, hasRow("the fee in the table is 65", { Item: "Boat", Fee: "~~40~~ 65" })],
  },
  {
    file: "struck.odt",
    create: () => createOpenText(`<text:p>${openFee}</text:p>`, { lists: openStyle }),
    facts: [struckFact],
  },
  {
    file: "struck.ods",
    create: () =>
      createOpenSheet(
        {
          Fees: [
            [openCell("", "Item"), openCell("", "Note")],
            [openCell("", "Boat"), openCell("", openFee)],
          ],
        },
        openStyle,
      ),
    facts: [struckFact],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "struck.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Item", "Seats", "Note"],
            [
              { struck: "Heron" },
              { struck: 4 },
              { runs: ["The fee is ", { text: "40", isStruck: true }, " 65 Euro."] },
            ],
            ["Crane", 6, "in use"],
          ],
        },
      ]),
    facts: [
      struckFact,
      hasRow("the row of Heron is struck out", {
        Item: "~~Heron~~",
        Seats: "~~4~~",
        Note: "The fee is ~~40~~ 65 Euro.",
      }),
      hasRow("the row of Crane is valid", { Item: "Crane", Seats: "6", Note: "in use" }),
    ],
  },
  {
    file: "struck.rtf",
    create: () => String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0 The fee is {\strike 40} 65 Euro.\par}`,
    facts: [struckFact],
  },
  {
    file: "struck.html",
    create: () =>
      '<p>The fee is <s>40</s> 65 Euro.</p><p>It lasts <del>two</del><ins>three</ins> <strike>10<sup>6</sup></strike> weeks, <span style="color: red; text-decoration: line-through">not four</span>.</p><del><p>All boats are free.</p></del><p>Boats cost 5.</p><table><tr><th>Item<th>Fee<tr><td>Boat<td><s>40</s> 65<tr><td><s>Raft</s><td>7</table>',
    facts: [
      struckFact,
      says("parts keep their places", "It lasts ~~two~~three ~~10⁶~~ weeks, ~~not four~~."),
      says("a whole paragraph is struck out", "~~All boats are free.~~", "\nBoats cost 5."),
      hasRow("the fee in the table is 65", { Item: "Boat", Fee: "~~40~~ 65" }),
      hasRow("a name in the table is struck out", { Item: "~~Raft~~", Fee: "7" }),
    ],
  },
];
