import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import type { Platform } from "./context.ts";

type SigningServices = Pick<Platform, "secrets" | "clock">;

/** The route that a signed URL is valid for. The signature covers it. */
export interface SignedRoute {
  method: "GET" | "PUT";
  path: string;
}

const SignedUrlQuery = z.object({ claim: z.string(), Expires: z.string(), signature: z.string() });

/**
 * Returns a path of this server with a signed claim. Anyone who has the URL can do what `claim` allows until the URL
 * expires. The query parameter `Expires` has the expiry in seconds since 1970.
 */
export function createSignedUrl(
  { secrets, clock }: SigningServices,
  route: SignedRoute,
  claim: object,
  lifetimeSeconds: number,
): string {
  const encodedClaim = Buffer.from(JSON.stringify(claim)).toString("base64url");
  const expires = `${Math.floor(clock.now().getTime() / 1_000) + lifetimeSeconds}`;
  const signature = secrets.sign("signedUrls", buildSignedText(route, encodedClaim, expires));
  return `${route.path}?claim=${encodedClaim}&Expires=${expires}&signature=${signature}`;
}

/**
 * Verifies the query of a signed URL and returns its claim, as the JSON value that was signed. Throws `forbidden` if
 * the URL is incomplete, was modified or has expired.
 */
export function verifySignedUrl({ secrets, clock }: SigningServices, route: SignedRoute, query: unknown): unknown {
  const parsed = z.safeParse(SignedUrlQuery, query);
  if (!parsed.success) throw new AppError("forbidden", { userMessage: "This link is incomplete." });
  const { claim, Expires, signature } = parsed.data;
  const isValid = secrets.verify("signedUrls", buildSignedText(route, claim, Expires), signature);
  if (!isValid || Number(Expires) * 1_000 <= clock.now().getTime()) {
    throw new AppError("forbidden", {
      userMessage: "This link has expired or was modified. Please request a new one.",
    });
  }
  return JSON.parse(Buffer.from(claim, "base64url").toString("utf8"));
}

const buildSignedText = ({ method, path }: SignedRoute, claim: string, expires: string) =>
  `${method} ${path}?${claim}&${expires}`;
