import { createOpenSheet, openCell } from "./createOpenSheet.ts";
import { createWorkbook } from "./createWorkbook.ts";
import { type GoldenCase, hasRow, hasUnnamedRow, neverSays, says, unnamed } from "./facts.ts";

const rooms = {
  rows: [
    ["Building", "Room", "Seats", null],
    ["North Hall", "N1", 30, 12],
    [null, "N2", 45, 20],
    [null, "N3", 60, 25],
    ["South Hall", "S1", 80, 40],
    [null, "S2", 90, 45],
  ],
  merged: ["A2:A4", "A5:A6", "C1:D1"],
};
const timetable = [
  [null, "Monday", "Tuesday", "Wednesday"],
  ["8:00", "Maths", "Art", "Physics"],
  ["9:00", "English", "Music", "History"],
];
const toCsv = (rows: readonly (readonly (string | number | null)[])[]) =>
  rows.map((row) => row.map((cell) => cell ?? "").join(",")).join("\n");

export const sheetCases: readonly GoldenCase[] = [
  {
    file: "merged.xlsx",
    create: () => createWorkbook([{ name: "Rooms", ...rooms }]),
    facts: [
      hasRow("N2 stands under Room, in North Hall, with 45 and 20 seats", {
        Building: "North Hall",
        Room: "N2",
        Seats: "45",
        "Seats (2)": "20",
      }),
      hasRow("S2 is in South Hall", { Building: "South Hall", Room: "S2", Seats: "90", "Seats (2)": "45" }),
    ],
  },
  {
    file: "timetable.xlsx",
    create: () => createWorkbook([{ rows: timetable }]),
    facts: [
      hasRow("at 9:00 there is English on Monday", {
        [unnamed]: "9:00",
        Monday: "English",
        Tuesday: "Music",
        Wednesday: "History",
      }),
    ],
  },
  {
    file: "timetable.csv",
    create: () => toCsv(timetable),
    facts: [
      hasRow("at 8:00 there is Maths on Monday", {
        [unnamed]: "8:00",
        Monday: "Maths",
        Tuesday: "Art",
        Wednesday: "Physics",
      }),
    ],
  },
  {
    file: "two levels.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Course", "Winter", null, "Summer", null],
            [null, "Room", "Teacher", "Room", "Teacher"],
            ["Sailing", "B1", "Heron", "B2", "Stork"],
            ["Rowing", "B3", "Crane", "B4", "Swan"],
          ],
        },
      ]),
    facts: [
      hasRow("Swan teaches rowing in summer", {
        Course: "Rowing",
        "Winter / Room": "B3",
        "Winter / Teacher": "Crane",
        "Summer / Room": "B4",
        "Summer / Teacher": "Swan",
      }),
    ],
  },
  {
    file: "equal names.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Course", "Teacher", "Teacher", "Seats"],
            ["Sailing", "Heron", "Stork", 12],
            ["Rowing", "Crane", "Swan", 8],
          ],
        },
      ]),
    facts: [
      hasRow("Stork is the second teacher of sailing", {
        Course: "Sailing",
        Teacher: "Heron",
        "Teacher (2)": "Stork",
        Seats: "12",
      }),
    ],
  },
  {
    file: "form.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Name", "Robin Sample"],
            ["Street", "Hill Road"],
            ["Town", "Bern"],
          ],
        },
      ]),
    facts: [
      hasUnnamedRow("the street is Hill Road, and nothing is called Robin Sample", ["Street", "Hill Road"]),
      neverSays("no value is a name", "Robin Sample:"),
    ],
    notes: { columnNamesUnsure: "Plan" },
  },
  {
    file: "formulas.xlsx",
    create: () =>
      createWorkbook([
        {
          name: "Budget",
          rows: [
            ["Item", "Cost"],
            ["Chairs", 120],
            ["Tables", 300],
            ["Total", { formula: "SUM(B2:B3)" }],
            ["Stored", { formula: "B2*2", result: 240 }],
            ["Error", { error: "#DIV/0!" }],
          ],
        },
        {
          name: "Reserve",
          isHidden: true,
          rows: [
            ["Kind", "Sum"],
            ["Cash", 999],
          ],
        },
      ]),
    facts: [
      hasRow("the total is a formula whose result is not stored", { Item: "Total", Cost: "=SUM(B2:B3)" }),
      hasRow("a stored result is the value", { Item: "Stored", Cost: "240" }),
      hasRow("an error is shown as it is", { Item: "Error", Cost: "#DIV/0!" }),
      hasRow("a hidden sheet is read", { Kind: "Cash", Sum: "999" }),
    ],
    notes: { formulasWithoutResult: 1 },
  },
  {
    file: "macro.xlsm",
    create: () =>
      createWorkbook(
        [
          {
            rows: [
              ["Boat", "Seats"],
              ["Heron", 4],
            ],
          },
        ],
        { type: "xlsm" },
      ),
    facts: [hasRow("Heron has 4 seats", { Boat: "Heron", Seats: "4" })],
  },
  {
    file: "title.csv",
    create: () => "Room list of the library;;\n;;\nRoom;Seats;Floor\nAula;200;1\nLab;20;2\n",
    facts: [
      says("the title is kept", "Room list of the library"),
      hasRow("the laboratory is on floor 2", { Room: "Lab", Seats: "20", Floor: "2" }),
    ],
  },
  {
    file: "numbers.xlsx",
    create: () =>
      createWorkbook([
        {
          name: "Log",
          rows: [
            ["What", "Value"],
            ["first book", 9783161484100],
            ["second book", { value: 9783161484117, format: "0.00E+00" }],
            ["third book", { value: 9783161484124, format: "@" }],
            ["long number", 4012345678901234],
            ["postal code", { value: 1067, format: "00000" }],
            ["sum", 0.30000000000000004],
            ["share", { value: 0.125, format: "0.0%" }],
            ["price", { value: 1234.5, format: '#,##0.00\\ "€"' }],
            ["tiny", { value: 0.00012, format: "0.00E+00" }],
            ["member", true],
            ["German day and time", { value: 45756.604166667, format: "dd.mm.yy\\ hh:mm" }],
            ["day first", { value: 45756, format: "dd/mm/yyyy" }],
            ["month first", { value: 45756, format: "mm/dd/yyyy" }],
            ["American time", { value: 45756.604166667, format: "m/d/yy\\ h:mm\\ AM/PM" }],
            ["month", { value: 45756, format: "mmm\\ yy" }],
            ["month in words", { value: 45756, format: "[$-de-DE]d/\\ mmmm\\ yy" }],
            ["day without year", { value: 45756, format: "d/m" }],
            ["short date of the reader's country", { value: 45756, format: 14 }],
            ["Japanese date", { value: 45756, format: 31 }],
            ["duration", { value: 1.145833333, format: "[h]:mm" }],
            ["time of day", { value: 0.604166667, format: "h:mm" }],
          ],
        },
      ]),
    facts: [
      ...Object.entries({
        "first book": "9783161484100",
        "second book": "9783161484117",
        "third book": "9783161484124",
        "long number": "4012345678901234",
        "postal code": "01067",
        sum: "0.3",
        share: "12.5%",
        price: "1,234.50 €",
        tiny: "1.20E-04",
        member: "TRUE",
        "German day and time": "2025-04-09 14:30",
        "day first": "2025-04-09",
        "month first": "2025-04-09",
        "American time": "2025-04-09 14:30",
        month: "2025-04",
        "month in words": "2025-04-09",
        "day without year": "2025-04-09",
        "short date of the reader's country": "2025-04-09",
        "Japanese date": "2025-04-09",
        duration: "27:30",
        "time of day": "14:30",
      }).map(([what, value]) => hasRow(`the ${what} is ${value}`, { What: what, Value: value })),
    ],
  },
  {
    file: "1904.xlsx",
    create: () =>
      createWorkbook(
        [
          {
            rows: [
              ["Day", "Boats"],
              [{ value: 44294, format: 14 }, 3],
            ],
          },
        ],
        { uses1904Dates: true },
      ),
    facts: [hasRow("days are counted from 1904 if the file says so", { Day: "2025-04-09", Boats: "3" })],
  },
  {
    file: "comments.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Fee", "Euro"],
            ["Entry", 65],
            ["Locker", null],
          ],
          comments: { B2: "Check this fee.", B3: "Free of charge.", D9: "Nothing here." },
          drawings: { charts: 2, pictures: 1 },
          header: "&amp;CDraft",
        },
      ]),
    facts: [
      says("the comment stands at the fee", "Fee: Entry; Euro: 65 [comment: Check this fee.]"),
      says("a comment on an empty cell stands in its column", "Fee: Locker; Euro: [comment: Free of charge.]"),
    ],
    notes: { leftOutComments: 1, leftOutCharts: 2, picturesLeftOut: 1, leftOutHeaderFooter: 1 },
  },
  {
    file: "marked headers.xlsx",
    create: () =>
      createWorkbook([
        {
          name: "Filter",
          rows: [
            ["Word", "Meaning"],
            ["Ebb", "Falling water"],
          ],
          filter: "A1:B2",
        },
        {
          name: "Table",
          rows: [
            ["Term", "German"],
            ["Tide", "Gezeit"],
          ],
          table: "A1:B2",
        },
        {
          name: "Frozen",
          rows: [
            ["Bird", "Nest"],
            ["Heron", "Tree"],
          ],
          frozenRows: 1,
        },
      ]),
    facts: [
      hasRow("a filter marks the header", { Word: "Ebb", Meaning: "Falling water" }),
      hasRow("a table marks the header", { Term: "Tide", German: "Gezeit" }),
      hasRow("rows that do not scroll contain the header", { Bird: "Heron", Nest: "Tree" }),
    ],
  },
  {
    file: "shared formulas.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Boat", "Seats", "Double"],
            ["Heron", 4, { formula: "B2*2", shared: 0 }],
            ["Crane", 6, { formula: "", shared: 0 }],
          ],
        },
      ]),
    facts: [
      hasRow("a formula is written once", { Boat: "Heron", Seats: "4", Double: "=B2*2" }),
      hasRow("and named where it is shared", { Boat: "Crane", Seats: "6", Double: "=(as in C2)" }),
    ],
    notes: { formulasWithoutResult: 2 },
  },
  {
    file: "titles.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Boats of the club", null, null],
            ["As of", "2025-03-01", null],
            [null, null, null],
            ["Boat", "Seats", "Berth"],
            ["In the north", null, null],
            ["Heron", 4, "N1"],
            ["Crane", 6, "N2"],
          ],
          merged: ["A1:C1", "A5:C5"],
        },
      ]),
    facts: [
      hasRow("Crane has 6 seats and lies at N2", { Boat: "Crane", Seats: "6", Berth: "N2" }),
      hasUnnamedRow("the title is not repeated", ["Boats of the club"]),
      hasUnnamedRow("a title of some rows has no name", ["In the north"]),
    ],
  },
  {
    file: "two tables.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Boat", "Seats"],
            ["Heron", 4],
            ["Crane", 6],
            [null, null],
            ["Month", "Rain"],
            ["May", "60 mm"],
            ["June", "70 mm"],
            [null, null],
            ["Fee", "Euro"],
            ["Entry", 65],
          ],
        },
      ]),
    facts: [
      hasRow("Crane has 6 seats", { Boat: "Crane", Seats: "6" }),
      hasUnnamedRow("the rain is no seat", ["June", "70 mm"]),
      hasRow("the entry fee is 65", { Fee: "Entry", Euro: "65" }),
    ],
    notes: { columnNamesUnsure: "Plan" },
  },
  {
    file: "two tables of texts.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Name", "Room"],
            ["Robin", "N1"],
            ["Sam", "N2"],
            [null, null],
            ["Subject", "Book"],
            ["Tides", "Sea and shore"],
            ["Winds", "Weather"],
          ],
          frozenRows: 1,
        },
      ]),
    facts: [
      hasRow("Sam is in N2", { Name: "Sam", Room: "N2" }),
      hasUnnamedRow("a subject is no name", ["Subject", "Book"]),
      hasUnnamedRow("a book is no room", ["Tides", "Sea and shore"]),
    ],
    notes: { columnNamesUnsure: "Plan" },
  },
  {
    file: "source.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Country", "Boats"],
            ["Malta", 12],
            ["Latvia", 14],
            [null, null],
            ["Source: Eurostat", null],
            [null, null],
            ["Cyprus", 3],
            ["Iceland", 4],
          ],
        },
      ]),
    facts: [
      says("the source is a line of its own", "Source: Eurostat"),
      neverSays("the source is no country", "Country: Source"),
      hasRow("the table continues below the source", { Country: "Iceland", Boats: "4" }),
    ],
  },
  {
    file: "people.csv",
    create: () => "Meier,Anna,Berlin\nSchulz,Tom,Köln\nWeber,Ida,Bonn\n",
    facts: [
      hasUnnamedRow("Tom Schulz lives in Köln", ["Schulz", "Tom", "Köln"]),
      neverSays("no value is a name", "Meier:", "Anna:"),
    ],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "empty corner.csv",
    create: () => ",Anna,Berlin\nSchulz,Tom,Köln\nWeber,Ida,Bonn\n",
    facts: [hasUnnamedRow("a missing value makes no header", ["Schulz", "Tom", "Köln"])],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "across.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Name", "Anna", "Tom"],
            ["Town", "Berlin", "Köln"],
            ["Age", 30, 40],
          ],
        },
      ]),
    facts: [
      hasUnnamedRow("the towns of a table whose names stand in its first column", ["Town", "Berlin", "Köln"]),
      neverSays("no person is a name of a column", "Anna:"),
    ],
    notes: { columnNamesUnsure: "Plan" },
  },
  {
    file: "units.csv",
    create: () => "Place,Temp,Wind\nname,°C,calm or not\nPier,mild,calm\nBay,cold,strong\n",
    facts: [
      neverSays("a unit is no value", "Temp: °C"),
      hasUnnamedRow("the weather at the pier", ["Pier", "mild", "calm"]),
    ],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "decimal commas.csv",
    create: () => "Chair;12,50\nTable;80,00\nLamp;7,25\n",
    facts: [hasUnnamedRow("a chair costs 12,50", ["Chair", "12,50"])],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "decimal commas with names.csv",
    create: () => "Name;Price, net;Price, gross\nChair;12,50;14,88\nTable;80,00;95,20\n",
    facts: [
      hasRow("a chair costs 12,50 before tax", { Name: "Chair", "Price, net": "12,50", "Price, gross": "14,88" }),
    ],
  },
  {
    file: "decimal commas only.csv",
    create: () => "1,5;2,5\n3,5;4,5\n",
    facts: [hasUnnamedRow("the second value is 2,5", ["1,5", "2,5"])],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "lists in cells.csv",
    create: () => "Boat,Harbours,Seats\nHeron,Kiel;Bonn,4\nCrane,Kiel,6\nSwan,Bonn;Ulm,8\n",
    facts: [hasRow("a list in a cell divides no columns", { Boat: "Heron", Harbours: "Kiel;Bonn", Seats: "4" })],
  },
  {
    file: "cells of several lines.csv",
    create: () =>
      'Name;Note;Price\n"Chair";"one, two,\nthree, four,\nfive, six,\nseven, eight";12\n"Table";"red, blue,\ngreen, grey,\npink, 5"" wide";80\n',
    facts: [
      hasRow("a chair costs 12, and its note is whole", {
        Name: "Chair",
        Note: "one, two, three, four, five, six, seven, eight",
        Price: "12",
      }),
    ],
  },
  {
    file: "declared.csv",
    create: () => "sep=;\r\nName;Price\r\nChair;12,50\r\nTable;80,00\r\n",
    facts: [
      hasRow("a chair costs 12,50", { Name: "Chair", Price: "12,50" }),
      neverSays("the declaration is no row", "sep="),
    ],
  },
  {
    file: "carets.csv",
    create: () => "Name^Price\nChair^12,50\nTable^80,00\n",
    facts: [hasRow("a chair costs 12,50", { Name: "Chair", Price: "12,50" })],
  },
  {
    file: "years.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Harbour", "2022", "2023"],
            ["North", 12, 14],
            ["South", 5, 7],
          ],
        },
      ]),
    facts: [hasRow("South had 7 in 2023", { Harbour: "South", "2022": "5", "2023": "7" })],
  },
  {
    file: "no header.csv",
    create: () => "Robin,Hill Road,1815\nSam,Lake View,1990\nAda,Main Street,\n",
    facts: [
      hasUnnamedRow("Sam lives at Lake View", ["Sam", "Lake View", "1990"]),
      neverSays("no value is a name", "Robin:"),
    ],
    notes: { columnNamesUnsure: 1 },
  },
  {
    file: "three levels.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["Course", "2025", null, null, null],
            [null, "Winter", null, "Summer", null],
            [null, "Room", "Seats", "Room", "Seats"],
            ["Sailing", "B1", 20, "B2", 22],
          ],
          merged: ["A1:A3", "B1:E1", "B2:C2", "D2:E2"],
        },
      ]),
    facts: [
      hasRow("sailing has 22 seats in summer", {
        Course: "Sailing",
        "2025 / Winter / Room": "B1",
        "2025 / Winter / Seats": "20",
        "2025 / Summer / Room": "B2",
        "2025 / Summer / Seats": "22",
      }),
    ],
  },
  {
    file: "dates.ods",
    create: () =>
      createOpenSheet({
        Log: [
          [text("Day"), text("Boat"), text("Hours")],
          [
            openCell('office:value-type="date" office:date-value="2025-03-04T14:30:00"', "03/04/25 2:30 PM"),
            openCell('table:number-rows-spanned="2"', "Heron"),
            openCell('office:value-type="float" office:value="1234.5"', "1.234,50"),
          ],
          [
            openCell('office:value-type="date" office:date-value="2025-03-04"', "Mar 25"),
            "<table:covered-table-cell/>",
            openCell('office:value-type="float" office:value="9783161484100"', "9.78E+12"),
          ],
          [
            openCell('office:value-type="date" office:date-value="2025-03-05"', "05.03.25"),
            openCell("", "Crane", "Check the boat."),
            openCell('table:formula="of:=SUM([.C2:.C3])"', ""),
          ],
        ],
      }),
    facts: [
      hasRow("the day is 4 March, half past two", { Day: "2025-03-04 14:30", Boat: "Heron", Hours: "1.234,50" }),
      hasRow("a month has no day, and a number is complete", { Day: "2025-03", Boat: "Heron", Hours: "9783161484100" }),
      says(
        "a comment stands at its cell, and a formula for itself",
        "Day: 2025-03-05; Boat: Crane [comment: Check the boat.]; Hours: =SUM(C2:C3)",
      ),
    ],
    notes: { formulasWithoutResult: 1 },
  },
  {
    file: "raised.xlsx",
    create: () =>
      createWorkbook([
        {
          rows: [
            ["What", "Count"],
            [
              {
                runs: [
                  "10",
                  { text: "6", position: "superscript" },
                  " litres of H",
                  { text: "2", position: "subscript" },
                  "O",
                ],
              },
              3,
            ],
            ["two_x000D_\nlines", 4],
            ["secret", { value: 77, format: ";;;" }],
            ["last", 5],
          ],
          comments: { A2: "c".repeat(2_100) },
        },
      ]),
    facts: [
      says("raised and lowered figures keep their position", "What: 10⁶ litres of H₂O"),
      hasRow("an escaped character is decoded", { What: "two lines", Count: "4" }),
      neverSays("a hidden number is not shown", "77"),
    ],
    notes: { leftOutHidden: 1, truncated: 1 },
  },
  {
    file: "raised.ods",
    create: () =>
      createOpenSheet(
        {
          Log: [
            [text("What"), text("Count")],
            [
              text(
                '10<text:span text:style-name="T1">6</text:span> litres of H<text:span text:style-name="T2">2</text:span>O',
              ),
              openCell('office:value-type="float" office:value="3"', "3"),
            ],
            [
              `<table:table-cell><draw:frame><draw:text-box><text:p>Some <text:span>words</text:span></text:p><text:p>in a box</text:p></draw:text-box></draw:frame><draw:frame><draw:object/><draw:image/></draw:frame><text:p>Pier</text:p></table:table-cell>`,
              openCell('office:value-type="float" office:value="4"', "4"),
            ],
          ],
        },
        '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="T2"><style:text-properties style:text-position="-33% 58%"/></style:style>',
      ),
    facts: [
      hasRow("raised and lowered figures keep their position", { What: "10⁶ litres of H₂O", Count: "3" }),
      hasRow("the pier has 4", { What: "Pier", Count: "4" }),
    ],
    notes: { leftOutTextBoxes: 1, leftOutCharts: 1 },
  },
  {
    file: "report.xls",
    create: () =>
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=1><tr><th>Number</th><th>Course</th><th>Grade</th></tr><tr><td>0012345</td><td>Tides</td><td>1,7</td></tr></table></body></html>',
    facts: [
      hasRow("a page with the name of a workbook is read as a table", {
        Number: "0012345",
        Course: "Tides",
        Grade: "1,7",
      }),
    ],
  },
  {
    file: "report-tab.xls",
    create: () => "Number\tCourse\tGrade\r\n0012345\tTides\t1,7\r\n0012346\tCurrents\t2,3\r\n",
    facts: [
      hasRow("lines of cells with the name of a workbook are read as a table", {
        Number: "0012346",
        Course: "Currents",
        Grade: "2,3",
      }),
    ],
  },
];

function text(content: string): string {
  return openCell('office:value-type="string"', content);
}
