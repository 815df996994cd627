import * as z from "zod/mini";
import { AppError } from "./appError.ts";
import type { Platform } from "./context.ts";

type Signer = Pick<Platform, "secrets" | "clock">;

/** What an address opens. The signature covers it: an address opens no other. */
export interface SignedRoute {
  method: "GET" | "PUT";
  path: string;
}

const AddressQuery = z.object({ claim: z.string(), Expires: z.string(), signature: z.string() });

/**
 * A path of this server with a signature for one purpose: whoever has it may do what `claim` says, until it ends. The end stands in it as
 * `Expires`, in seconds since 1970.
 */
export function signAddress(
  { secrets, clock }: Signer,
  route: SignedRoute,
  claim: object,
  lifetimeSeconds: number,
): string {
  const text = Buffer.from(JSON.stringify(claim)).toString("base64url");
  const expires = `${Math.floor(clock.now().getTime() / 1_000) + lifetimeSeconds}`;
  const signature = secrets.sign("signedUrls", signedText(route, text, expires));
  return `${route.path}?claim=${text}&Expires=${expires}&signature=${signature}`;
}

/** Reads the query of an address at that route: the claim, as JSON of ours. Throws `forbidden` for one that is incomplete, was altered or has expired. */
export function openAddress({ secrets, clock }: Signer, route: SignedRoute, query: unknown): unknown {
  const given = z.safeParse(AddressQuery, query);
  if (!given.success) throw new AppError("forbidden", { userMessage: "This address is not complete." });
  const { claim, Expires, signature } = given.data;
  const isOurs = secrets.verify("signedUrls", signedText(route, claim, Expires), signature);
  if (!isOurs || Number(Expires) * 1_000 <= clock.now().getTime()) {
    throw new AppError("forbidden", {
      userMessage: "This address has expired or was altered. Please ask for a new one.",
    });
  }
  return JSON.parse(Buffer.from(claim, "base64url").toString("utf8"));
}

const signedText = ({ method, path }: SignedRoute, claim: string, expires: string) =>
  `${method} ${path}?${claim}&${expires}`;
