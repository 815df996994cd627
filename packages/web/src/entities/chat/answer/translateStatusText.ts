import { t } from "@lingui/core/macro";

/** Returns the standard phrase of an HTTP status in the language in use, and any other text as it is. */
export function translateStatusText(statusText: string): string {
  // Not translated: the keys are the phrases that servers send.
  const translations: Readonly<Record<string, string>> = {
    "Bad Request": t`Bad Request`,
    Unauthorized: t`Unauthorized`,
    Forbidden: t`Forbidden`,
    "Not Found": t`Not Found`,
    Conflict: t`Conflict`,
    "Payload Too Large": t`Payload Too Large`,
    "Unprocessable Entity": t`Unprocessable Entity`,
    "Too Many Requests": t`Too Many Requests`,
    "Internal Server Error": t`Internal Server Error`,
    "Bad Gateway": t`Bad Gateway`,
    "Service Unavailable": t`Service Unavailable`,
    "Gateway Timeout": t`Gateway Timeout`,
  };
  return translations[statusText] ?? statusText;
}
