import * as z from "zod/mini";

/** The claims of our access tokens that are used: the person's id, the session's id and the expiry in seconds. */
export const AccessTokenClaims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });
export type AccessTokenClaims = z.infer<typeof AccessTokenClaims>;
