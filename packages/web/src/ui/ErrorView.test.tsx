import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorView } from "./ErrorView.tsx";

const lines = ["It could not be loaded.", "Try again later."];

test("[C2.57] an error has a title, the lines of its explanation and, if there is one, a code", () => {
  const markup = renderToString(<ErrorView title="Not shown" lines={lines} code="notFound" />).replaceAll(
    "<!-- -->",
    "",
  );
  expect(markup).toMatch(/role="alert".*<h2[^>]*>Not shown<\/h2>/);
  expect(markup).toMatch(
    /<p[^>]*>It could not be loaded\.<\/p><p[^>]*>Try again later\.<\/p><p[^>]*>Code: notFound<\/p>/,
  );
  for (const code of [undefined, null]) {
    const plain = renderToString(<ErrorView title="Not shown" lines={lines} code={code} />);
    expect(plain).toContain("Try again later.");
    expect(plain).not.toContain("Code");
  }
});
