import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getImageSource, getLinkTarget } from "./linkTarget.ts";

describe("the target of a link", () => {
  test("[C2.11] a link that starts with # is an action of the app", () => {
    expect(getLinkTarget("#dataSource:notes.pdf")).toEqual({ kind: "app", href: "#dataSource:notes.pdf" });
    expect(getLinkTarget("#")).toEqual({ kind: "text" });
  });

  test("[C2.11] http and https links are web links, normalized by the URL parser", () => {
    expect(getLinkTarget("HTTPS://Example.ORG/a b?c=d&amp;e")).toEqual({
      kind: "web",
      href: "https://example.org/a%20b?c=d&e",
    });
    expect(getLinkTarget("http://bücher.example")).toEqual({ kind: "web", href: "http://xn--bcher-kva.example/" });
  });

  test("[C2.11] a mail link keeps only the fields that a person sees before sending", () => {
    expect(getLinkTarget("mailto:a@example.org?subject=Hi%20you&attach=/etc/passwd")).toEqual({
      kind: "mail",
      href: "mailto:a@example.org?subject=Hi%20you",
    });
    expect(getLinkTarget("mailto:nobody").kind).toBe("text");
  });

  test("credentials, a backslash or a hidden character turn a link into text", () => {
    for (const href of [
      "https://bank.example@evil.example",
      "https://a:b@evil.example",
      "https:\\\\evil.example",
      "https:/evil.example",
      "https:///evil.example",
      "https://example.org/\u202egnp.exe",
      "java\tscript:alert(1)",
      "javascript&colon;alert(1)",
    ]) {
      expect(getLinkTarget(href)).toEqual({ kind: "text" });
    }
  });

  test("[C2.11] any link is #, http, https, mailto or text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()),
        fc.constantFrom("", "#", "http:", "java"),
        (text, start) => {
          const target = getLinkTarget(start + text);
          if (target.kind === "web") expect(["http:", "https:"]).toContain(new URL(target.href).protocol);
          if (target.kind === "mail") expect(new URL(target.href).protocol).toBe("mailto:");
          if (target.kind === "app") expect(target.href.startsWith("#")).toBe(true);
        },
      ),
    );
  });
});

describe("the source of an image", () => {
  const origin = "https://here.example";

  test("embedded images of four types and image files of this server are shown", () => {
    const embedded = "data:image/png;base64,iVBORw0KGgo=";
    expect(getImageSource(embedded, origin)).toBe(embedded);
    expect(getImageSource("/files/a.png?sig=1", origin)).toBe("/files/a.png?sig=1");
    expect(getImageSource("https://here.example/files/a.webp", origin)).toBe("/files/a.webp");
  });

  test("other servers, other types and other URLs of this server are not loaded", () => {
    for (const source of [
      "https://there.example/a.png",
      "//there.example/a.png",
      "/\\there.example/a.png",
      "data:image/svg+xml;base64,AAAA",
      "data:text/html;base64,AAAA",
      'data:image/png;base64,AA"onerror="x',
      "/auth/signout",
      "/files/a.svg",
      "a.png",
      "javascript:alert(1)",
    ]) {
      expect(getImageSource(source, origin)).toBeNull();
    }
  });
});
