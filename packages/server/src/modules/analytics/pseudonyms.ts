import type { Platform } from "../../core/context.ts";

type Signer = Pick<Platform, "secrets">;

/**
 * Returns what stands for a person in the records of one group. It cannot be reversed without the server's secret, and
 * two groups cannot compare theirs.
 */
export function getPseudonym(platform: Signer, groupId: string, personId: string): string {
  return toBigint(sign(platform, ["person", groupId, personId]));
}

/** Returns what stands for a conversation. Local conversations have nothing else by which they are found again. */
export function hashConversation(platform: Signer, personId: string, conversationId: string): string {
  return sign(platform, ["conversation", personId, conversationId]);
}

/** Returns what stands for a question, by which it is counted once. */
export function hashPrompt(platform: Signer, conversationHash: string, questionId: string): string {
  return sign(platform, ["prompt", conversationHash, questionId]);
}

const sign = ({ secrets }: Signer, parts: readonly string[]) => secrets.sign("analysis", parts.join("\n"));

/** 64 bits are enough for the people of one group, and the database compares them faster than text. */
const toBigint = (signature: string) => Buffer.from(signature, "base64url").readBigInt64BE().toString();
