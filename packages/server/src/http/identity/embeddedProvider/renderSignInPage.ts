import type { Config } from "../../../config.ts";
import { emptyHtml, html } from "../../pages/html.ts";
import { renderPage } from "../../pages/page.ts";

export interface SignInForm {
  /** URL to submit the form to. */
  action: string;
  /** The value entered before, if the form is shown again. */
  email: string;
  problem: string | null;
}

/** Renders the embedded provider's page, which asks for an e-mail address and explains that there is no password. */
export function renderSignInPage(config: Pick<Config, "productName">, { action, email, problem }: SignInForm): string {
  const invalidAttributes = problem === null ? emptyHtml : html` aria-invalid="true" aria-describedby="problem"`;
  const problemText = problem === null ? emptyHtml : html`<p class="problem" id="problem" role="alert">${problem}</p>`;
  return renderPage(
    config,
    `Sign in to ${config.productName}`,
    html`<p class="lead">Your e-mail address is all you need here. Use the same address again to see the same conversations.</p>
<form method="post" action="${action}" novalidate>
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" placeholder="name@university.edu" value="${email}" required autofocus${invalidAttributes}>
${problemText}
<button class="button" type="submit">Sign in</button>
</form>
<p class="note"><strong>For evaluation on this machine</strong>There is no password: anyone who can reach this page can sign in as anyone. Institutions connect their own sign-in.</p>`,
  );
}
