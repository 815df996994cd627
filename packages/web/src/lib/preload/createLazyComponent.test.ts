import { createElement, Suspense } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createLazyComponent } from "./createLazyComponent.ts";

const render = (Component: Parameters<typeof createElement>[0]) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: "loading" }, createElement(Component)));

test("a component whose code has been loaded renders at once, in place of the fallback", async () => {
  const Menu = createLazyComponent(async () => () => "menu");
  expect(render(Menu)).toContain("loading");
  await Menu.load();
  expect(render(Menu)).toBe("menu");
});
