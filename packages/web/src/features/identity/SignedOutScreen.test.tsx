import type { PublicConfig, SessionError } from "@lectern/contract";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { i18n } from "../../lib/i18n/i18n.ts";
import { SignedOutScreen } from "./SignedOutScreen.tsx";

const config: PublicConfig = {
  productName: "Reading Room",
  chatEndpoint: "/chat",
  policyUrl: "https://uni.example/data-policy",
  contactEmail: "ask@uni.example",
  supportEmail: null,
  version: "1",
  uploadMaxBytes: 1_000,
  uploadExtensions: null,
  recognizesText: false,
  locksWhileAnswering: false,
  logoUrl: null,
  accentColor: null,
  helpUrl: null,
  conditions: null,
  banner: null,
  starters: [],
  defaultStorage: null,
  promptCostAlert: null,
};

function render(changes: Partial<PublicConfig> = {}, reason: SessionError | null = null) {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <SignedOutScreen config={{ ...config, ...changes }} reason={reason} />
      </MantineProvider>
    </I18nProvider>,
  );
  const body = html.slice(html.indexOf("<main"));
  return { html: body, text: body.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ") };
}

describe("the signed-out screen", () => {
  test("[A2.03] [A1.05] shows a logo, the product's title, a single sign-on button and the conditions of use", () => {
    const { html, text } = render();
    expect(html).toMatch(/<svg.*<h1[^>]*>Reading Room<\/h1>/);
    expect(html).toMatch(/<a[^>]*href="\/auth\/signin\?returnTo=\/"/);
    expect(text).toContain("Sign in with single sign-on");
    expect(html).toMatch(/<h2[^>]*>Conditions of use<\/h2>/);
  });

  test("[A1.04] [C1.01] says who it is for and how they sign in, and has a link that starts this sign-in", () => {
    const { html, text } = render();
    expect(text).toMatch(/institution’s faculty, staff and students, who sign in through single sign-on/);
    const [, target, label] = html.match(/<a[^>]*href="([^"]*)"[^>]*>((?:(?!<\/a>).)*single sign-on)/) ?? [];
    expect(label).toContain("Sign in with single sign-on");
    expect(target).toBe("/auth/signin?returnTo=/");
  });

  test("[A1.06] tells faculty and staff which data they may use", () => {
    expect(render().text).toMatch(/Faculty and staff.*only.*Public, Internal or Restricted/);
  });

  test("[A1.07] names confidential data that is not allowed", () => {
    const { text } = render();
    expect(text).toMatch(/Confidential data is not allowed/);
    for (const kind of ["national ID numbers", "passport numbers", "financial aid", "student health data"]) {
      expect(text).toContain(kind);
    }
  });

  test("[A1.08] tells students the purpose and who sets the limits", () => {
    expect(render().text).toMatch(
      /Students.*academic purposes only.*limits that the instructors of each of your courses/,
    );
  });

  test("[A1.09] links to the data policy and to an email address for questions", () => {
    const { html } = render();
    expect(html).toMatch(/<a[^>]*href="https:\/\/uni\.example\/data-policy"[^>]*>data policy<\/a>/);
    expect(html).toMatch(/<a[^>]*href="mailto:ask@uni\.example"[^>]*>ask@uni\.example<\/a>/);
  });

  test("the institution's own conditions replace those of the product, as text with paragraphs, and the links stay", () => {
    const { html, text } = render({ conditions: "First line\nsecond line.\n\n<b>Not bold</b>" });
    expect(html).toContain("<p>First line\nsecond line.</p><p>&lt;b&gt;Not bold&lt;/b&gt;</p>");
    expect(text).not.toContain("Confidential");
    expect(html).toMatch(/<a[^>]*href="https:\/\/uni\.example\/data-policy"/);
    expect(html).toMatch(/<a[^>]*href="mailto:ask@uni\.example"/);
  });

  test("without a policy and an email address it says whom to ask, and has no dead link", () => {
    const { html, text } = render({ policyUrl: null, contactEmail: null });
    expect(text).toContain("Ask your institution’s data protection office");
    expect(html.match(/href="/g)).toHaveLength(1);
  });

  test.each([
    ["RefreshAccessTokenError", "couldn’t be renewed"],
    ["SessionExpiredError", "session has ended"],
  ] as const)("explains a sign-out after %s, and that unsent text is saved", (reason, explanation) => {
    const { html, text } = render({}, reason);
    expect(html).toContain('role="alert"');
    expect(text).toContain(explanation);
    expect(text).toContain("Your unsent text is saved");
  });
});
