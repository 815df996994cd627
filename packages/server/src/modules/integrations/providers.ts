import { getProviderOf, type IntegrationId, type ProviderId } from "@lectern/contract";
import { defineServerState } from "../../core/serverState.ts";

/** A provider of accounts, as OAuth 2.0 and OpenID Connect describe it. */
export interface Provider {
  name: string;
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  revocationEndpoint: string;
  /** What a request for access has besides the parameters of the standards. */
  authorizationParameters: Readonly<Record<string, string>>;
}

export interface Integration {
  name: string;
  description: string;
  /** The least that reading and changing need. */
  scopes: readonly string[];
  /** The only origins to which a token may be sent. */
  apiOrigins: readonly string[];
}

/** What tells the person’s account apart from others. */
export const accountScopes = ["openid", "email"] as const;

/**
 * `include_granted_scopes` is left out: with it, each token could do all that the person has allowed for any
 * integration, and a disconnected one would go on through the tokens of the others.
 */
const google: Provider = {
  name: "Google",
  issuer: "https://accounts.google.com",
  authorizationEndpoint: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenEndpoint: "https://oauth2.googleapis.com/token",
  revocationEndpoint: "https://oauth2.googleapis.com/revoke",
  // Without the consent, Google gives a refresh token the first time only.
  authorizationParameters: { access_type: "offline", prompt: "consent" },
};

const googleScopes = "https://www.googleapis.com/auth";

const integrations: Readonly<Record<IntegrationId, Integration>> = {
  google_calendar: {
    name: "Google Calendar",
    description: "Read and change the events of your calendars.",
    scopes: [`${googleScopes}/calendar.events`],
    apiOrigins: ["https://www.googleapis.com"],
  },
  google_sheets: {
    name: "Google Sheets",
    description: "Read, create and change your spreadsheets.",
    scopes: [`${googleScopes}/spreadsheets`],
    apiOrigins: ["https://sheets.googleapis.com"],
  },
  google_docs: {
    name: "Google Docs",
    description: "Read, create and change your documents.",
    scopes: [`${googleScopes}/documents`],
    apiOrigins: ["https://docs.googleapis.com"],
  },
  google_drive: {
    name: "Google Drive",
    description: "Find and read your files.",
    scopes: [`${googleScopes}/drive.readonly`],
    apiOrigins: ["https://www.googleapis.com"],
  },
  google_forms: {
    name: "Google Forms",
    description: "Read your forms and the responses to them.",
    scopes: [`${googleScopes}/forms.body.readonly`, `${googleScopes}/forms.responses.readonly`],
    apiOrigins: ["https://forms.googleapis.com"],
  },
  google_gmail: {
    name: "Gmail",
    description: "Find and read your email.",
    scopes: [`${googleScopes}/gmail.readonly`],
    apiOrigins: ["https://gmail.googleapis.com"],
  },
};

/** The providers and integrations of this server. Only tests change them, to replace the provider by one of their own. */
export const getIntegrationRegistry = defineServerState(() => ({
  providers: { google } as Record<ProviderId, Provider>,
  integrations: { ...integrations } as Record<IntegrationId, Integration>,
}));

type RegistryServices = Parameters<typeof getIntegrationRegistry>[0];

export const getIntegration = (platform: RegistryServices, id: IntegrationId): Integration =>
  getIntegrationRegistry(platform).integrations[id];

export const getProvider = (platform: RegistryServices, id: IntegrationId): Provider =>
  getIntegrationRegistry(platform).providers[getProviderOf(id)];
