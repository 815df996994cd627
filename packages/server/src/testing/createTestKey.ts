import { createApiKey, generalAccount, type KeyScope, type OpCallInput } from "@lectern/contract";
import { createKey } from "../modules/apiKeys/createKey.ts";
import { toWireId } from "../modules/apiKeys/keyId.ts";
import type { TestApp, TestPerson } from "./createTestApp.ts";

export interface TestKey {
  /** The uuid. */
  id: string;
  /** The id as clients know it. */
  apiKeyId: string;
  secret: string;
  /** The header with which the key authenticates. */
  headers: { authorization: string };
}

interface TestKeyOptions extends Partial<OpCallInput<typeof createApiKey>> {
  /** Exactly these, also if they are none. */
  scopes?: readonly KeyScope[];
}

/** Creates a real API key without a request that counts. It has full access unless the options say otherwise. */
export async function createTestKey(
  { platform }: Pick<TestApp, "platform">,
  owner: Pick<TestPerson, "actor">,
  { scopes, ...options }: TestKeyOptions = {},
): Promise<TestKey> {
  const input = createApiKey.input.parse({
    account: generalAccount.id,
    appName: "Test application",
    accessTypes: ["full_access"],
    ...options,
  });
  const { id, secret } = await createKey(platform, owner.actor, input);
  if (scopes) {
    const row = { scopes: JSON.stringify(scopes) };
    await platform.db.updateTable("api_keys").set(row).where("id", "=", id).execute();
  }
  const kind = input.delegate !== null ? "delegate" : input.systemUse ? "system" : "personal";
  const apiKeyId = toWireId({ ownerId: owner.actor.principal.id, kind, id });
  return { id, apiKeyId, secret, headers: { authorization: `Bearer ${secret}` } };
}
