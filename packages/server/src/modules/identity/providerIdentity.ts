/** Claims of an identity provider about a person, already verified (signature, issuer, audience, nonce). */
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
  /** When the tokens must be refreshed. */
  expiresAt?: Date;
}
