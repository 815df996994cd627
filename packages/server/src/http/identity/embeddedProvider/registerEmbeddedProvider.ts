import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { foldEmail, isEmail } from "../../../core/email.ts";
import { toEmbeddedPerson } from "../../../modules/identity/embedded/embeddedPerson.ts";
import {
  embeddedPath,
  embeddedSignOutPath,
  getInteractionPath,
} from "../../../modules/identity/embedded/embeddedUrls.ts";
import { getEmbeddedProvider } from "../../../modules/identity/embedded/getEmbeddedProvider.ts";
import { deleteExpiredRecords } from "../../../modules/identity/embedded/repository.ts";
import { loadPageConfig, pageHeaders } from "../../pages/page.ts";
import { choosePageLanguage } from "../../pages/pageLanguage.ts";
import { renderErrorPage } from "../../pages/renderErrorPage.ts";
import { getPublicOrigin } from "../../requests/publicOrigin.ts";
import { mountEmbeddedProvider } from "./mountEmbeddedProvider.ts";
import { renderSignInPage, type SignInForm } from "./renderSignInPage.ts";

const maxFormBytes = 4_096;

/** Registers the embedded identity provider, which is for evaluation only: its endpoints, sign-in page and sign-out. */
export async function registerEmbeddedProvider(app: FastifyInstance, platform: Platform): Promise<void> {
  const renderError = async (message: string, requestId: string, acceptLanguage: string) => ({
    html: renderErrorPage(
      await loadPageConfig(platform),
      choosePageLanguage({ acceptLanguage }),
      `The sign-in page reported: ${message}.`,
      requestId,
    ),
    headers: pageHeaders,
  });
  const getProvider = (request: FastifyRequest): Promise<Provider> =>
    getEmbeddedProvider(platform, getPublicOrigin(platform, request), renderError);

  // The embedded provider has no session to end, so this route only redirects back.
  app.get(`${embeddedPath}${embeddedSignOutPath}`, async (request, reply) => {
    getPublicOrigin(platform, request);
    return reply.header("cache-control", "no-store").redirect("/", 303);
  });

  await app.register(async (scope) => mountEmbeddedProvider(scope, platform, getProvider));

  await app.register(async (formScope) => {
    formScope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, done) => {
        done(null, new URLSearchParams(body.toString()));
      },
    );

    formScope.get<{ Params: { uid: string } }>(getInteractionPath(":uid"), async (request, reply) => {
      const provider = await getProvider(request);
      const interaction = await verifyInteraction(provider, request, reply);
      return sendPage(request, reply, interaction, { email: "", isInvalid: false });
    });

    formScope.post<{ Params: { uid: string } }>(
      getInteractionPath(":uid"),
      { bodyLimit: maxFormBytes },
      async (request, reply) => {
        const provider = await getProvider(request);
        const interaction = await verifyInteraction(provider, request, reply);
        const email = request.body instanceof URLSearchParams ? foldEmail(request.body.get("email") ?? "") : "";
        const person = isEmail(email) ? toEmbeddedPerson(email) : null;
        if (!person) return sendPage(request, reply.code(422), interaction, { email, isInvalid: true });
        await deleteExpiredRecords(platform.db, platform.clock.now());
        const login = { accountId: person.subject, remember: false };
        const redirectUrl = await provider.interactionResult(request.raw, reply.raw, { login });
        return reply.header("cache-control", "no-store").redirect(redirectUrl, 303);
      },
    );
  });

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { uid, uiLocales }: VerifiedInteraction,
    form: Omit<SignInForm, "action">,
  ) {
    const language = choosePageLanguage({ uiLocales, acceptLanguage: request.headers["accept-language"] });
    return reply
      .headers(pageHeaders)
      .send(renderSignInPage(await loadPageConfig(platform), language, { ...form, action: getInteractionPath(uid) }));
  }
}

interface VerifiedInteraction {
  uid: string;
  /** The languages that the sign-in request asks for. */
  uiLocales: string | undefined;
}

/**
 * Returns this browser's sign-in. Throws `invalidInput` if it is not the id in the URL, or if the sign-in has
 * expired or is already complete.
 */
async function verifyInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<VerifiedInteraction> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null);
  if (interaction?.uid !== request.params.uid || interaction.prompt.name !== "login") {
    throw new AppError("invalidInput", {
      userMessage: "This sign-in wasn’t started in this browser, is already complete, or has expired.",
    });
  }
  const { ui_locales: uiLocales } = interaction.params;
  return { uid: interaction.uid, uiLocales: typeof uiLocales === "string" ? uiLocales : undefined };
}
