import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { contrastOf } from "../../lib/testing/contrastOf.ts";
import { accentColors, darkColors, grayColors } from "./theme.tsx";

type Colors = Record<string, string>;
let schemes: Record<"dark" | "light", Colors>;

beforeAll(async () => {
  const css = await readFile(new URL("./global.css", import.meta.url), "utf8");
  const readColors = (selector: string): Colors => {
    const block = css.slice(css.indexOf(`${selector} {`), css.indexOf("}", css.indexOf(`${selector} {`)));
    return Object.fromEntries(
      [...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
    );
  };
  schemes = { dark: readColors(":root"), light: readColors(':root[data-mantine-color-scheme="light"]') };
});

describe.each(["dark", "light"] as const)("in the %s theme", (scheme) => {
  const getContrast = (one: string, other: string) =>
    contrastOf(schemes[scheme][one] ?? "", schemes[scheme][other] ?? "");

  test.each(["text", "dim", "accent", "danger", "warning", "success"])("%s is readable on every background", (name) => {
    for (const background of ["ground", "raised", "floating", "hover", "well", "fill", "card"])
      expect(getContrast(name, background)).toBeGreaterThanOrEqual(4.5);
  });

  test("borders that carry meaning are visible", () => {
    for (const background of ["ground", "raised", "floating"])
      expect(getContrast("edge", background)).toBeGreaterThanOrEqual(3);
    for (const outline of ["composer-border", "composer-focus"])
      expect(getContrast(outline, "ground")).toBeGreaterThanOrEqual(3);
  });
});

test("white text is readable on accent buttons, and the buttons are visible on both backgrounds", () => {
  const buttonColor = accentColors[7];
  expect(contrastOf("#ffffff", buttonColor)).toBeGreaterThanOrEqual(4.5);
  for (const { ground = "" } of Object.values(schemes))
    expect(contrastOf(buttonColor, ground)).toBeGreaterThanOrEqual(3);
});

test("Mantine's greys are the greys of the page", () => {
  expect([darkColors[0], darkColors[2], darkColors[4], darkColors[6], darkColors[7]]).toEqual(
    ["text", "dim", "border", "raised", "ground"].map((name) => schemes.dark[name]),
  );
  expect([grayColors[0], grayColors[2], grayColors[7], grayColors[9]]).toEqual(
    ["raised", "border", "dim", "text"].map((name) => schemes.light[name]),
  );
});
