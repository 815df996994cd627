import { createZip } from "../samples.ts";
import { type GoldenCase, hasRow, hasUnnamedRow, neverSays, says, unnamed } from "./facts.ts";

const exams = `<h1>Exam plan</h1><table><tr><th>Day</th><th>Room</th><th>Hour</th></tr>
<tr><td rowspan="2">Monday</td><td>N1</td><td>9</td></tr><tr><td>N2</td><td>11</td></tr><tr><td>Tuesday</td><td>N3</td><td>14</td></tr></table>`;
const examFacts = [
  hasRow("N2 stands under Room, on Monday at 11", { Day: "Monday", Room: "N2", Hour: "11" }),
  hasRow("N3 is on Tuesday", { Day: "Tuesday", Room: "N3", Hour: "14" }),
];

export const htmlCases: readonly GoldenCase[] = [
  { file: "exams.html", create: () => exams, facts: examFacts },
  {
    file: "exams.epub",
    create: () =>
      createZip({
        mimetype: "application/epub+zip",
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
        "book.opf":
          '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
        "a.xhtml": `<html><body>${exams}</body></html>`,
      }),
    facts: examFacts,
  },
  {
    file: "raised.html",
    create: () =>
      "<p>10<sup>6</sup> litres of H<sub>2</sub>O in 2024<sup><a href='#n'>3</a></sup>, on the 1<sup>st</sup> of May, 2<sup>k</sup> times.</p><p>Le XIX<sup>e</sup> siècle, M<sup>me</sup> A, n<sup>o</sup> 5, 1<sup>1</sup>/<sub>2</sub> tasse, x<sup>e</sup></p>",
    facts: [
      says(
        "raised and lowered figures keep their position",
        "10⁶ litres of H₂O in 2024³, on the 1st of May, 2^k times.",
        "Le XIXe siècle, Mme A, no 5, 1 ¹/₂ tasse, x^e",
      ),
    ],
  },
  {
    file: "lists.html",
    create: () =>
      '<ol start="5"><li>no fires<li>no dogs<li value="9">no swimming<li>no boats</ol><ol type="a"><li>first<li>second</ol><ol type="I" start="4"><li>fourth</ol><ol type="A" start="27"><li>after Z</ol><ol reversed start="3"><li>three<li>two</ol><ol reversed><li>last of <b>three</b><li>middle<ol><li>inner<li>inner too</ol><li>first of three</ol><ul><li>mark</ul>',
    facts: [
      says("a list starts where it says", "5. no fires", "6. no dogs", "9. no swimming", "10. no boats"),
      says("a list has the numbers that it shows", "a. first", "b. second", "IV. fourth", "AA. after Z"),
      says("a list can count down", "3. three", "2. two"),
      says(
        "a list that counts down ends at 1",
        "3. last of three",
        "2. middle",
        "  1. inner",
        "  2. inner too",
        "1. first of three",
      ),
      says("a list without numbers has none", "- mark"),
    ],
  },
  {
    file: "form.html",
    create: () =>
      '<p>Name: <input value="Robin Sample"> <input type="hidden" value="17"><input type="submit" value="Send"></p><p><input type="checkbox" checked>full time <input type="checkbox">part time</p><p>Degree: <select><option>Bachelor<option selected>Master of  Arts</select></p><p>From<input type="number" value="7"><input type="date" value="2025-04-09"></p><p>Term: <select><option>Winter<option>Summer</select></p><p>Days: <select multiple><option selected>Monday<option>Tuesday<option selected>Friday</select></p><textarea>A remark.</textarea>',
    facts: [
      says("Robin Sample is the name", "Name: Robin Sample"),
      says("full time is ticked, part time is not", "☒ full time ☐ part time"),
      says("what a browser shows is chosen", "Degree: Master of Arts", "Term: Winter", "Days: Monday, Friday"),
      says("two values stay apart", "From 7 2025-04-09"),
      says("the remark is kept", "A remark."),
      neverSays("what nobody sees or chooses is left out", "17", "Send", "Bachelor", "Tuesday"),
    ],
  },
  {
    file: "formulas.html",
    create: () =>
      "<p>The share is <math><semantics><mfrac><mn>1</mn><mrow><mn>2</mn><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfrac><annotation encoding='application/x-tex'>\\frac12</annotation></semantics></math> of <math><msup><mn>10</mn><mn>6</mn></msup></math>, <math><msub><mi>a</mi><mn>1</mn></msub><mo>=</mo><msqrt><mi>b</mi><mo>+</mo><mi>c</mi></msqrt></math> and <math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math> (one) f<math><mo>(</mo><mi>x</mi><mo>)</mo></math>.</p>",
    facts: [
      says("fractions, powers and roots stay apart", "The share is 1/(2x+1) of 10^6, a_1=√(b+c) and x_i^2 (one) f(x)."),
    ],
  },
  {
    file: "across.html",
    create: () =>
      "<table><tr><th>Name<td>Robin<td>Sam<tr><th>Department<td>History<td>Law<tr><th>Phone<td>0123<td>0124</table>",
    facts: [
      hasUnnamedRow("the departments stand in one row with the others", ["Department", "History", "Law"]),
      hasUnnamedRow("a person is no name of a column", ["Name", "Robin", "Sam"]),
    ],
  },
  {
    file: "page.doc",
    create: () =>
      'Date: Mon, 2 Jun 2025 10:00:00 +0200\r\nSubject: Ferry\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<h1>Ferry</h1><table><tr><th>Day</th><th>Fee</th></tr><tr><td>S=C3=BCd</td><td>7</td></tr></table>\r\n--b--\r\n',
    facts: [hasRow("a page with the name of a Word document is read", { Day: "Süd", Fee: "7" })],
  },
  {
    file: "rules.md",
    create: () =>
      "# Rules\n\nThe fee is due.[^1]\n\n[^1]: Only in winter.\n\n[link]: https://a.example\n\n<table><tr><th>Day<th>Room<tr><td rowspan=2>Monday<td>N1<tr><td>N2</table>\n",
    facts: [
      says("the footnote is kept", "[^1]: Only in winter."),
      hasRow("N2 is used on Monday", { Day: "Monday", Room: "N2" }),
    ],
  },
  {
    file: "fees.html",
    create: () =>
      "<table><caption>Fees in Euro</caption><tr><td colspan=2>Both seasons</td><td>40</td></tr><tr><td>Winter</td><td>Summer</td><td>65</td></tr></table>",
    facts: [
      says("the caption is kept", "Fees in Euro"),
      hasUnnamedRow("40 is for both seasons", ["Both seasons", "Both seasons", "40"]),
      hasUnnamedRow("65 stands in the third column", ["Winter", "Summer", "65"]),
      neverSays("a value is no name", "Both seasons:"),
    ],
  },
  {
    file: "levels.html",
    create: () =>
      "<table><thead><tr><td></td><th colspan=2>Winter</th><th colspan=2>Summer</th></tr><tr><td></td><th>Room<th>Teacher<th>Room<th>Teacher</tr></thead><tr><th>Sailing<td>B1<td>Heron<td>B2<td>Stork</tr><tr><th>Rowing<td>B3<td>Crane<td>B4<td>Swan</tr></table>",
    facts: [
      hasRow("Swan teaches rowing in summer", {
        [unnamed]: "Rowing",
        "Winter / Room": "B3",
        "Winter / Teacher": "Crane",
        "Summer / Room": "B4",
        "Summer / Teacher": "Swan",
      }),
    ],
  },
  {
    file: "rows to the end.html",
    create: () =>
      "<table><tr><th>Hall<th>Room<th>Seats</tr><tr><td rowspan=0>North<td>N1<td>30</tr><tr><td>N2<td>45</tr></table><p>After the table.</p>",
    facts: [hasRow("a cell can reach to the end of the table", { Hall: "North", Room: "N2", Seats: "45" })],
  },
  {
    file: "long cells.html",
    create: () =>
      `<table><thead><tr><th>Rule<th>Text</tr></thead><tr><td>First<td>${"long text ".repeat(120)}end</tr><tr><td><h3>Second</h3><td>short</tr></table>`,
    facts: [hasRow("a table with a header stays a table, whatever is in it", { Rule: "Second", Text: "short" })],
  },
  {
    file: "framed cells.html",
    create: () =>
      "<table><tr><td>Hall</td><td>Seats</td></tr><tr><td>North</td><td><table><tr><td>30</td></tr></table></td></tr><tr><td>South</td><td>45</td></tr></table>",
    facts: [hasRow("a table with one cell is only a frame", { Hall: "North", Seats: "30" })],
  },
  {
    file: "pictures.html",
    create: () => '<p>The pier</p><img src="a.png" alt="Pier"><video src="a.mp4"></video>',
    facts: [says("the text beside a picture is kept", "The pier")],
    notes: { picturesLeftOut: 1, mediaLeftOut: 1 },
  },
];
