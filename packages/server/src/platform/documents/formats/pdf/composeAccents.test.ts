import { expect, test } from "vitest";
import { composeAccents } from "./composeAccents.ts";

const place = (text: string, left: number, right: number, baseline = 100) => ({
  text,
  left,
  right,
  baseline,
  size: 10,
});

/** Composes texts that do not touch each other. */
const compose = (...texts: string[]) =>
  composeAccents(texts.map((text, index) => place(text, 0, 50, 100 + 20 * index))).map(({ text }) => text);

test("accents that TeX draws before their letters are joined with them", () => {
  expect(
    compose(
      "la r´esistance",
      "na¨ıve et voil`a",
      "Fran¸cois, G¨odel, Erd˝os",
      "ˇCech, fa¸cade, ma˜nana",
      "ˆıle, ´Etude",
    ),
  ).toEqual(["la résistance", "naïve et voilà", "François, Gödel, Erdős", "Čech, façade, mañana", "île, Étude"]);
});

test("apostrophes, quotes, code and accents without such a letter stay as they are", () => {
  const texts = ["it´s, I´m, you´ll", "`echo` and `a`", "x ˆ y", "the accent ´", "5ˆ2, ¨q"];
  expect(compose(...texts)).toEqual(texts);
});

test("on a page with accented letters, an accent that stands apart is something else", () => {
  expect(compose("résistance", "l´est")).toEqual(["résistance", "l´est"]);
});

test("an accent that is drawn above the letter of the next run is joined with it, also of a capital and beside other accented letters", () => {
  const parts = [
    place("r´", 0, 7),
    place("esistance, l’´", 3, 60),
    place("Etude", 55, 80, 102),
    place("th´", 85, 96),
    place("eorie à", 92, 120),
  ];
  expect(composeAccents(parts)).toEqual([
    place("r", 0, 3),
    place("ésistance, l’", 3, 55),
    place("Étude", 55, 80, 102),
    place("th", 85, 92),
    place("éorie à", 92, 120),
  ]);
  expect(composeAccents([place("´", 0, 3, 98), place("Etude", 0, 30)])).toEqual([place("Étude", 0, 30)]);
});

test("an accent before a run that does not overlap it, or in another line, stays as it is", () => {
  const parts = [place("x ˆ", 0, 10), place("y", 10, 14), place("z´", 20, 30), place("e", 25, 30, 130)];
  expect(composeAccents(parts)).toEqual(parts);
});
