/** What an identity provider says of a person, already verified (signature, issuer, audience, nonce). */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

export interface ProviderTokens {
  idToken: string;
  refreshToken?: string;
  /** When the refresh token must be used. */
  expiresAt?: Date;
}
