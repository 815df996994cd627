import type { Config } from "../../config.ts";
import { html, noHtml } from "../pages/html.ts";
import { page } from "../pages/page.ts";

export interface SignInForm {
  /** Where the form goes. */
  action: string;
  /** What was typed before. */
  email: string;
  problem: string | null;
}

/** The embedded provider's page: it asks for an e-mail and says what it is. */
export function signInPage(config: Pick<Config, "productName">, { action, email, problem }: SignInForm): string {
  const invalid = problem === null ? noHtml : html` aria-invalid="true" aria-describedby="problem"`;
  const said = problem === null ? noHtml : html`<p class="problem" id="problem" role="alert">${problem}</p>`;
  return page(
    config,
    `Sign in to ${config.productName}`,
    html`<p class="lead">Your e-mail address is all it takes here. The same address finds the same conversations again.</p>
<form method="post" action="${action}" novalidate>
<label for="email">E-mail</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" placeholder="name@university.edu" value="${email}" required autofocus${invalid}>
${said}
<button class="button" type="submit">Sign in</button>
</form>
<p class="note"><strong>For trying out on this machine</strong>There is no password: whoever can reach this page can sign in as anyone. An institution connects its own sign-in.</p>`,
  );
}
