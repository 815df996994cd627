/**
 * The response of `GET /api/session`: the signed-in user, the bearer token for `/chat`, and the public configuration.
 */
export interface SessionResponse {
  user: SessionUser | null;
  /** JWT for the chat endpoint; null if nobody is signed in. */
  accessToken: string | null;
  /** Expiry time of the access token, in ISO 8601. */
  expiresAt: string | null;
  /** The reason why the session ended, which the browser shows after signing out. */
  error?: SessionError;
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
  policyUrl: string | null;
  contactEmail: string | null;
  supportEmail: string | null;
  version: string;
  /** Maximum size of an uploaded file. */
  uploadMaxBytes: number;
}

/** A header that our client sends with every request. Forms on other sites cannot set it, which prevents CSRF. */
export const clientHeader = { name: "x-lectern-client", value: "web" } as const;
