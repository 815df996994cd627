import type { AppearanceBanner, AppearanceStarter } from "./appearance.ts";

/** The response of `GET /api/session`: the signed-in user, the bearer token, and the public configuration. */
export interface SessionResponse {
  user: SessionUser | null;
  /** Bearer token (a JWT) for `/chat` and the REST API; null if nobody is signed in. */
  accessToken: string | null;
  /** Expiry time of the access token, in ISO 8601. */
  expiresAt: string | null;
  /**
   * The position of the person's last event before this response: a stream that continues after it tells of all changes
   * to what is read later. Null if nobody is signed in.
   */
  lastEventId: string | null;
  /** Why the session has ended. The browser signs the person out and shows the reason. */
  error?: SessionError;
  /** True if the person has to accept the data disclosure agreement first. Absent: no. */
  mustAcceptDisclosure?: true;
  config: PublicConfig;
}

export type SessionError = "RefreshAccessTokenError" | "SessionExpiredError";

export interface SessionUser {
  id: string;
  email: string;
  name: string;
  isAdmin: boolean;
}

export interface PublicConfig {
  productName: string;
  /** URL for chat requests; empty if the administrator has not configured it. */
  chatEndpoint: string;
  /** Changes with the picture; null: the product's own logo. */
  logoUrl: string | null;
  /** As in `#1a6c91`; null: the product's own colour. */
  accentColor: string | null;
  policyUrl: string | null;
  helpUrl: string | null;
  contactEmail: string | null;
  supportEmail: string | null;
  version: string;
  /** Maximum size of one uploaded file. */
  uploadMaxBytes: number;
  /** The extensions of files that may be uploaded; null: all that can be read. */
  uploadExtensions: readonly string[] | null;
  /** True if text in images and scans is recognized. */
  recognizesText: boolean;
  /** True if nothing else can be opened while an answer is written in the open conversation. */
  locksWhileAnswering: boolean;
  /** The institution's conditions of use as plain text with paragraphs; null: those of the product. */
  conditions: string | null;
  /** The browser checks its days in its own time zone. */
  banner: AppearanceBanner | null;
  /** Ways to start a conversation that the institution offers. */
  starters: readonly AppearanceStarter[];
  /** Where new conversations are stored until the person decides; null: the person is asked, and it is the browser. */
  defaultStorage: "cloud" | "local" | null;
  /** What is asked before a message is sent that may cost more than `cost` US dollars; null: nothing. */
  promptCostAlert: { message: string; cost: number } | null;
}

/**
 * A header that the web client sends with each request to this server. Forms on other sites cannot set it,
 * which prevents CSRF.
 */
export const clientHeader = { name: "x-lectern-client", value: "web" } as const;
