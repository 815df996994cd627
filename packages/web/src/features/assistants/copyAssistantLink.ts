import { t } from "@lingui/core/macro";
import { formatAssistantLink } from "../../entities/shell/assistantRoute.ts";
import { notifyError, notifySuccess } from "../../ui/notices/notify.tsx";

/** Copies the link that opens a chat with an assistant. Never rejects. */
export async function copyAssistantLink(assistantId: string): Promise<void> {
  const link = formatAssistantLink(assistantId);
  try {
    await navigator.clipboard.writeText(link);
    notifySuccess(t`The link was copied.`);
  } catch {
    // The browser does not allow it, for example without https.
    notifyError(t`The link could not be copied.`, { reason: link });
  }
}

/** Says that publishing alone reaches nobody. */
export const getLinkHint = (): string => t`Members are not notified. Send them the link.`;
