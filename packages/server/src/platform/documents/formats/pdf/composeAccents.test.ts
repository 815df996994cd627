import { expect, test } from "vitest";
import { composeAccents } from "./composeAccents.ts";

const compose = (...texts: string[]) => composeAccents(texts.map((text) => ({ text }))).map(({ text }) => text);

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
