import * as z from "zod/mini";
import type { Platform } from "../../../core/context.ts";

const StoredTokens = z.object({
  ownerId: z.string(),
  integrationId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
});
export type Tokens = Omit<z.infer<typeof StoredTokens>, "ownerId" | "integrationId">;

/** Whose tokens they are: who can write to the database must not give them to another person or integration. */
interface TokenOwner {
  ownerId: string;
  integrationId: string;
}

export const sealTokens = ({ secrets }: Pick<Platform, "secrets">, owner: TokenOwner, tokens: Tokens): string =>
  secrets.seal("integrationTokens", JSON.stringify({ ...owner, ...tokens } satisfies z.infer<typeof StoredTokens>));

/** Returns null for what cannot be opened, for example because the server's secret was replaced. */
export function openTokens(
  { secrets }: Pick<Platform, "secrets">,
  { ownerId, integrationId }: TokenOwner,
  sealed: string,
): Tokens | null {
  try {
    const tokens = StoredTokens.parse(JSON.parse(secrets.open("integrationTokens", sealed)));
    return tokens.ownerId === ownerId && tokens.integrationId === integrationId ? tokens : null;
  } catch {
    return null;
  }
}
