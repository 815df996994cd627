import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { contrastOf } from "../testing/contrastOf.ts";
import { deriveAccent } from "./accent.ts";

type Colors = Record<string, string>;
let schemes: Record<"dark" | "light", Colors>;

beforeAll(async () => {
  const css = await readFile(new URL("../../app/theme/global.css", import.meta.url), "utf8");
  const readColors = (selector: string): Colors => {
    const block = css.slice(css.indexOf(`${selector} {`), css.indexOf("}", css.indexOf(`${selector} {`)));
    return Object.fromEntries(
      [...block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
    );
  };
  schemes = { dark: readColors(":root"), light: readColors(':root[data-mantine-color-scheme="light"]') };
});

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** What a translucent colour looks like on a background. */
function blend(soft: string, background: string): string {
  const [red = 0, green = 0, blue = 0, percent = 0] = (soft.match(/\d+/g) ?? []).map(Number);
  const channels = [red, green, blue].map((value, index) => {
    const below = Number.parseInt(background.slice(1 + index * 2, 3 + index * 2), 16);
    return Math.round(below + ((value - below) * percent) / 100);
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

describe.each(["dark", "light"] as const)("in the %s theme, whatever colour is chosen,", (theme) => {
  const colors = () => schemes[theme];
  const examples: [string][] = [
    ["#000000"],
    ["#ffffff"],
    ["#ffff00"],
    ["#0000ff"],
    ["#ff0000"],
    ["#00ff00"],
    ["#1a6c91"],
  ];
  const check = (verify: (accent: ReturnType<typeof deriveAccent>) => void) =>
    fc.assert(
      fc.property(anyColor, (color) => verify(deriveAccent(color, theme))),
      { numRuns: 1_000, examples },
    );

  test("links are readable on every background", () =>
    check(({ text }) => {
      for (const name of ["ground", "raised", "floating", "hover", "well", "fill", "card"]) {
        expect(contrastOf(text.color, colors()[name] ?? "")).toBeGreaterThanOrEqual(4.5);
      }
      expect(text.contrast).toBeGreaterThanOrEqual(4.5);
    }));

  test("buttons have readable text, also below the pointer, and are visible", () =>
    check(({ button, buttonHover }) => {
      expect(contrastOf(button.color, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(buttonHover, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(button.color, colors().ground ?? "")).toBeGreaterThanOrEqual(3);
    }));

  test("what is marked stays readable", () =>
    check(({ soft, text }) => {
      for (const name of ["ground", "raised"]) {
        const background = blend(soft, colors()[name] ?? "");
        for (const color of [text.color, colors().text, colors().dim]) {
          // The percentage and the channels are rounded.
          expect(contrastOf(color ?? "", background)).toBeGreaterThanOrEqual(4.45);
        }
      }
    }));
});

test("a colour that is readable is not changed, another one by no more than needed, and it says how", () => {
  expect(deriveAccent("#1a6c91", "light")).toMatchObject({
    text: { color: "#1a6c91", change: null },
    button: { color: "#1a6c91", change: null },
  });
  expect(deriveAccent("#1A6C91", "dark")).toMatchObject({ text: { change: "lighter" }, button: { change: null } });
  expect(deriveAccent("#ffd500", "light")).toMatchObject({ text: { change: "darker" }, button: { change: "darker" } });
  expect(deriveAccent("#ffd500", "dark")).toMatchObject({ text: { color: "#ffd500" }, button: { change: "darker" } });
  expect(deriveAccent("#000000", "dark").button).toMatchObject({ change: "lighter" });
  expect(deriveAccent("#ffd500", "light").text.contrast).toBeLessThan(4.8);
});
