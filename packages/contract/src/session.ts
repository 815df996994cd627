/** What `GET /api/session` answers: who is signed in, the bearer for `/chat`, and what the browser may know of the configuration. */
export interface SessionResponse {
  user: SessionUser | null;
  /** JWT for the chat address; null when nobody is signed in. */
  accessToken: string | null;
  /** When the access token ends, ISO 8601. */
  expiresAt: string | null;
  /** Why somebody who was signed in no longer is: the browser signs out and says so. */
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
  /** Where chats are posted; empty when the administrator has not set it. */
  chatEndpoint: string;
  policyUrl: string | null;
  contactEmail: string | null;
  supportEmail: string | null;
  version: string;
  /** Largest file that can be uploaded. */
  uploadMaxBytes: number;
}

/** The header that every request of our client carries; a form of another site cannot send it. */
export const clientHeader = { name: "x-lectern-client", value: "web" } as const;
