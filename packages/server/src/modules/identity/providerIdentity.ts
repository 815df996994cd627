/** An identity provider's claims about a person. Signature, issuer, audience and nonce have been verified. */
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
