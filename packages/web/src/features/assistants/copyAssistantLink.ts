import { t } from "@lingui/core/macro";
import { formatAssistantLink } from "../../entities/shell/assistantRoute.ts";
import { type NoticeAction, notifyError, notifySuccess } from "../../ui/notices/notify.tsx";

/** Copies the link that opens a chat with an assistant. Never rejects. */
export async function copyAssistantLink(assistantId: string): Promise<void> {
  const link = formatAssistantLink(assistantId);
  try {
    await navigator.clipboard.writeText(link);
    notifySuccess(t`Link copied`);
  } catch {
    // The browser does not allow it, for example without https.
    notifyError(t`Couldn’t copy the link.`, { reason: link });
  }
}

/** A button for notices that copies the link to an assistant. */
export const getCopyLinkStep = (assistantId: string): NoticeAction => ({
  label: t`Copy link`,
  run: () => void copyAssistantLink(assistantId),
});

/** Says that publishing alone reaches nobody. */
export const getLinkHint = (): string => t`Members aren’t notified. Copy the link and send it to them.`;
