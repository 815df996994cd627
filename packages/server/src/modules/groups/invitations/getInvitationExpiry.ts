const invitationLifetimeMs = 180 * 24 * 60 * 60 * 1_000;

/** Returns when a right that is given to an email address now expires, unless its owner signs in before. */
export function getInvitationExpiry(now: Date): Date {
  return new Date(now.getTime() + invitationLifetimeMs);
}

/** Returns when a right must have been given to an email address to be open now. */
export function getInvitationStart(now: Date): Date {
  return new Date(now.getTime() - invitationLifetimeMs);
}
