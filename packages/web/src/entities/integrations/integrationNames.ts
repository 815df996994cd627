import type { IntegrationId, ProviderId } from "@lectern/contract";
import { t } from "@lingui/core/macro";

/** Returns the name of an integration as its provider calls it. */
export function getIntegrationName(id: IntegrationId): string {
  const names: Record<IntegrationId, string> = {
    google_calendar: t`Google Calendar`,
    google_sheets: t`Google Sheets`,
    google_docs: t`Google Docs`,
    google_drive: t`Google Drive`,
    google_forms: t`Google Forms`,
    google_gmail: t`Gmail`,
  };
  return names[id];
}

/** Returns the name of a provider, which is the same in all languages. */
export function getProviderName(id: ProviderId): string {
  const names: Record<ProviderId, string> = { google: "Google" };
  return names[id];
}
