import { t } from "@lingui/core/macro";

/** The texts of `chatTexts`, which the server stores in English, and that about assistants, in the language in use. */
export const getChatTexts = () => ({
  failed: t`Error communicating with the server. Please try again in a minute.`,
  unavailable: t`The chat service is currently unavailable. Please try again in a minute.`,
  assistantUnavailable: t`The assistant you sent the message to is currently unavailable. Please try again in a minute.`,
  endpointMissing: t`The chat endpoint isn’t configured. Please ask your administrator to set the endpoint setting (CHAT_ENDPOINT).`,
});
