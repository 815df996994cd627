import { type executeCustomApi, type HttpRequestTemplate, keptSecret, type OpInput } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Context } from "../../core/context.ts";

/**
 * Returns the request with the stored secrets in place of `keptSecret`. Throws `invalidInput` if the input does not say
 * which operation has them, and `notFound` if the caller has no such operation.
 *
 * Secrets of saved assistants cannot be read yet: this is the place for it. The stored secret may only be used if the
 * caller can change the assistant and the URL has the origin of the stored one.
 */
export async function resolveKeptSecrets(
  _ctx: Context,
  { params: _params, assistantId, operationId, ...template }: OpInput<typeof executeCustomApi>,
): Promise<HttpRequestTemplate> {
  const { token, username, password } = template.auth;
  const texts = [template.url, template.body, token, username, password, ...Object.values(template.headers)];
  if (!texts.some((text) => text.includes(keptSecret))) return template;
  if (assistantId === undefined || operationId === undefined) {
    throw new AppError("invalidInput", { userMessage: "Please enter the secret again." });
  }
  throw new AppError("notFound");
}
