import { expect, test } from "vitest";
import { findKeyRow, findKeySentence } from "./findCitedSentence.ts";
import { getCitingText } from "./listCitedNumbers.ts";

const content = [
  "FHS › Root",
  "The root filesystem is small. It holds host-specific configuration files in the directory",
  "called etc, which contains no binaries. Users keep their files elsewhere.",
].join("\n");

test("the key sentence is the one that shares the most words with the answer, across the lines of a document", () => {
  expect(findKeySentence(content, "Configuration files of the host belong in /etc, but no binaries")).toBe(
    "It holds host-specific configuration files in the directory\ncalled etc, which contains no binaries.",
  );
  expect(findKeySentence(content, "Die Nutzer speichern woanders")).toBeNull();
  expect(findKeySentence("猫は庭で寝る。犬は家で食べる。", "犬は家で何かを食べる")).toBe("犬は家で食べる。");
});

test("a sentence that shares few of the citing words is no key sentence, nor is a long list without punctuation", () => {
  const lines = ["Ships carry sand with them.", "They rest in the harbour. Pilots guide them."].join(" ");
  const longCiting =
    "Ships were built with great effort by hundreds of workers from many countries around northern oceans";
  expect(findKeySentence(lines, longCiting)).toBeNull();
  expect(findKeySentence(lines, "Ships carry what they load")).toBe("Ships carry sand with them.");
  // Each citing sentence counts alone.
  expect(findKeySentence(lines, `${longCiting}\nPilots guide ships`)).toBe("Pilots guide them.");
  const list = `Rates ${Array.from({ length: 90 }, (_, index) => `item${index} costs`).join(" ")}`;
  expect(findKeySentence(list, "The rates of item3 and what it costs")).toBeNull();
  expect(findKeySentence(`Rates apply.\n\n${list}`, "The rates of item3 and what it costs")).toBeNull();
});

test("words that most sentences of a passage contain say less than the others, and numbers count as words", () => {
  const opening = "Opened in 1954, with twelve rooms for guests.";
  const passage = `The harbour station measures levels. ${opening} The harbour station sells tickets. The harbour station lends boats.`;
  expect(findKeySentence(passage, "The harbour station was opened in 1954")).toBe(opening);
  expect(findKeySentence(passage, "Die Station hat seit 1954 twelve Zimmer")).toBe(opening);
});

test("an acronym is a word, and a heading with a number is not part of the line above it", () => {
  const passage =
    "It can be shared by machines with PPC or VAX chips. Nothing else is shared.\n\nMiscellaneous data that are independent of machines\n4.11.3. Options";
  expect(findKeySentence(passage, "for VAX and PPC")).toBe("It can be shared by machines with PPC or VAX chips.");
  expect(findKeySentence(passage, "Independent data")).toBe("Miscellaneous data that are independent of machines");
});

test("in a card of short lines, neighbouring lines that share words together are the key part", () => {
  const card = "Opening hours\n\nMonday\n8 to 22\nSunday\nClosed\n\nLoans\nBooks\n28 days\nFilms\n7 days";
  expect(findKeySentence(card, "Films can be borrowed for a week, which is 7 nights")).toBe("Films\n7 days");
  expect(findKeySentence(card, "On Sunday it is open for nobody")).toBeNull();
});

test("an answer in another language is matched by the numbers and names in it, if only one sentence has the most", () => {
  const levels =
    "Summary: Nitrate levels in the Rhine at Cologne averaged 9.4 mg/l in 2024, down from 10.1 mg/l in 2023.";
  const stations = "Samples were taken weekly at four stations: Basel, Mannheim, Cologne and Emmerich.";
  const passage = ["Rhine Water Quality Report 2024", levels, "Methods", stations, "The limit was 0.05 mg/l."].join(
    "\n\n",
  );
  const find = (answer: string) => findKeySentence(passage, answer);
  const words = "bei einer durchschnittlichen Belastung aller untersuchten Gewässer entlang sämtlicher Messstellen";
  expect(find(`Gemessen wurden dort ${words} schließlich genau 9,4 Milligramm`)).toBe(levels);
  expect(find(`Zwischen Basel und Emmerich gab es ${words} außerdem wöchentliche Proben`)).toBe(stations);
  // A single name says too little, and two sentences have this year.
  expect(find(`In Mannheim war es ${words} insgesamt deutlich besser`)).toBeNull();
  expect(find(`Das galt ${words} insgesamt auch noch 2024`)).toBeNull();
});

test("a passage of one sentence is its own key sentence; one without text has none", () => {
  expect(findKeySentence(" Sand is carried by the river. ", "")).toBe("Sand is carried by the river.");
  expect(findKeySentence(" … ", "Sand")).toBeNull();
});

test("what an answer says where it cites a passage is the sentence before each mark with its number", () => {
  const text = "Rivers carry sand. They carry stones too [1][2]. Some carry gold. [3] In code `a [2]` no.\n- Mud [1-3]";
  const numbers = new Set([1, 2, 3]);
  const getText = (number: number) => getCitingText(text, [number], numbers);
  expect(getText(1)).toBe("They carry stones too\n- Mud");
  expect(getText(2)).toBe("They carry stones too\n- Mud");
  expect(getText(3)).toBe("Some carry gold.\n- Mud");
});

test("the key row of a sheet is the one whose values the answer names; the names of columns do not count", () => {
  const rows = [
    "River: Rhine; Length: 1233; Sea: North Sea",
    "River: Danube; Length: 2850; Sea: Black Sea",
    "River: Elbe; Length: 1094; Sea: North Sea",
  ];
  const content = rows.join("\n");
  expect(findKeyRow(content, "The length of the river Danube is 2850 km")).toBe(rows[1]);
  expect(findKeyRow(content, "Der Elbe-Lauf ist 1094 km lang")).toBe(rows[2]);
  expect(findKeyRow(content, "A river has a length")).toBeNull();
  expect(findKeyRow(content, "They flow into the North Sea")).toBeNull();
  expect(findKeyRow(rows[0] ?? "", "")).toBe(rows[0]);
});

test("a sentence that the answer quotes is the key sentence, and so is the quoted part of a very long one", () => {
  const quoted = "The default behavior for survival curves\nof a Cox model is to use the mean of each covariate.";
  const other = "Survival curves of the default model behave like the mean covariate curves of the Cox model.";
  const passage = `4.2 Curves\n\n${other} ${quoted} Nothing else is said.`;
  expect(
    findKeySentence(passage, "The **default behavior** for survival curves of a Cox model is to use the mean"),
  ).toBe(quoted);
  const start = "He thought that it would be as well to introduce some other subject of conversation";
  const list = `${start}, ${Array.from({ length: 60 }, (_, index) => `and then item${index} was`).join(" ")}`;
  expect(findKeySentence(`It rained. ${list}.`, `“${start}”`)).toBe(start);
  // Usual words in a row are no quotation.
  expect(findKeySentence(`It rained. ${list}.`, "It would be as well to stay")).toBeNull();
});

test("a quotation is found in linear time", () => {
  const passage = "to be or not to be that is ".repeat(700);
  expect(findKeySentence(`${passage}. A.`, "to be or not to be that was ".repeat(2_000))).not.toBeNull();
});
