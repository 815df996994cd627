import { emptyHtml, html } from "../../pages/html.ts";
import { type PageConfig, renderPage } from "../../pages/page.ts";
import type { PageLanguage } from "../../pages/pageLanguage.ts";
import { pageTexts } from "../../pages/pageTexts.ts";

export interface SignInForm {
  /** URL to submit the form to. */
  action: string;
  /** The value entered before, if the form is shown again. */
  email: string;
  /** True if `email` is not an address. */
  isInvalid: boolean;
}

/** Renders the embedded provider's page, which asks for an email address and explains that there is no password. */
export function renderSignInPage(
  config: PageConfig,
  language: PageLanguage,
  { action, email, isInvalid }: SignInForm,
): string {
  const texts = pageTexts[language];
  const invalidAttributes = isInvalid ? html` aria-invalid="true" aria-describedby="problem"` : emptyHtml;
  const problem = isInvalid ? html`<p class="problem" id="problem" role="alert">${texts.emailProblem}</p>` : emptyHtml;
  return renderPage(
    config,
    language,
    texts.signInTitle(config.productName),
    html`<p class="lead">${texts.signInLead}</p>
<form method="post" action="${action}" novalidate>
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" placeholder="${texts.emailExample}" value="${email}" required autofocus${invalidAttributes}>
${problem}
<button class="button" type="submit">${texts.signIn}</button>
</form>
<p class="note"><strong>${texts.evaluationTitle}</strong>${texts.evaluationNote}</p>`,
  );
}
