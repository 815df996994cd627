import {
  type Account,
  type ApiKey,
  type ApiKeyKind,
  apiKeyIdParts,
  createApiKey,
  deactivateApiKey,
  generalAccount,
  getAccounts,
  getFeatureFlags,
  listApiKeys,
  normalizeAccessTypes,
  replaceGroupKey,
  revealApiKey,
  updateApiKeys,
} from "@lectern/contract";
import { createFlags } from "./defaultAnswers.ts";
import { Failure, getPerson, stubOp } from "./stubServer.ts";

/** A key as it is listed, with the given fields. It is a personal one of the person unless they say something else. */
export function createKey({ kind = "personal", ...fields }: Partial<ApiKey> = {}): ApiKey {
  const { id, email } = getPerson();
  return {
    api_owner_id: `${id}/${apiKeyIdParts[kind]}/${crypto.randomUUID()}`,
    kind,
    applicationName: "Lab notebook",
    applicationDescription: "",
    owner: email,
    delegate: null,
    account: { id: "110.04.4100", name: "Physics", isDefault: true },
    active: true,
    inactiveReason: null,
    createdAt: "2026-11-01T10:00:00.000Z",
    expirationDate: null,
    lastAccessed: null,
    rateLimit: { period: "Unlimited", rate: "0" },
    maxRateLimit: null,
    accessTypes: ["chat"],
    systemId: null,
    group: null,
    permissions: { reveal: true, edit: true, deactivate: true },
    usage: { calls: 0, cost: 0 },
    ...fields,
  };
}

const unlimited = { period: "Unlimited", rate: "0" } as const;

/** An account with a COA string. */
export const physicsAccount: Account = {
  ...{ id: "110.04.4100", name: "Physics", isDefault: true },
  rateLimit: unlimited,
};

/**
 * Answers as a server that stores API keys, starting with these, for a person with the flag and an account that can pay
 * for them. The secret of a key is `amp-v1-` and the number of the key, which the function returns.
 */
export function stubApiKeys(keys: readonly ApiKey[], accounts: readonly Account[] = [physicsAccount]) {
  const rows = new Map(keys.map((key) => [key.api_owner_id, key]));
  const order = [...rows.keys()];
  const find = (id: string): ApiKey => {
    const key = rows.get(id);
    if (!key) throw new Failure("Not found.", { status: 404, code: "notFound" });
    return key;
  };
  const put = (key: ApiKey): ApiKey => {
    if (!rows.has(key.api_owner_id)) order.push(key.api_owner_id);
    rows.set(key.api_owner_id, key);
    return key;
  };
  const end = (key: ApiKey, inactiveReason: ApiKey["inactiveReason"]) =>
    put({ ...key, active: false, inactiveReason, permissions: { ...key.permissions, edit: false, deactivate: false } });
  const secretOf = (key: ApiKey) => `amp-v1-${order.indexOf(key.api_owner_id) + 1}`;

  stubOp(getFeatureFlags, createFlags({ apiKeys: true, assistantAdminInterface: true }));
  stubOp(getAccounts, {
    accounts: [{ ...generalAccount, rateLimit: unlimited, isDefault: accounts.length === 0 }, ...accounts],
    ...{ revision: "1", coaPattern: ".+" },
  });
  stubOp(listApiKeys, () => ({ keys: [...rows.values()].toReversed() }));
  stubOp(revealApiKey, ({ apiKeyId }) => ({ key: secretOf(find(apiKeyId)) }));
  stubOp(createApiKey, (input) => {
    const { appName, appDescription = "", delegate = null, systemUse, account, ...fields } = input;
    const kind: ApiKeyKind = systemUse ? "system" : delegate === null ? "personal" : "delegate";
    const payer = accounts.find(({ id }) => id === account) ?? physicsAccount;
    const apiKey = put(
      createKey({
        ...{ kind, delegate, applicationName: appName, applicationDescription: appDescription },
        account: { id: payer.id, name: payer.name, isDefault: payer.isDefault },
        rateLimit: fields.rateLimit ?? unlimited,
        expirationDate: fields.expirationDate ?? null,
        // The input was parsed.
        accessTypes: normalizeAccessTypes((fields.accessTypes ?? []) as ApiKey["accessTypes"]),
        systemId: kind === "system" ? `${appName.replaceAll(" ", "-")}-123456` : null,
        permissions: { reveal: kind !== "delegate", edit: true, deactivate: true },
      }),
    );
    return { id: apiKey.api_owner_id, key: kind === "delegate" ? null : secretOf(apiKey), apiKey };
  });
  stubOp(deactivateApiKey, ({ apiKeyId, leaked }) => {
    end(find(apiKeyId), leaked ? "leaked" : "deactivated");
    return { message: "The key was deactivated." };
  });
  stubOp(updateApiKeys, (list) => {
    for (const { apiKeyId, updates } of list) {
      const { account, accessTypes, expirationDate, rateLimit } = updates;
      const key = find(apiKeyId);
      const payer = accounts.find(({ id }) => id === account);
      put({
        ...key,
        ...(expirationDate !== undefined && { expirationDate }),
        ...(rateLimit && { rateLimit }),
        ...(payer && { account: { id: payer.id, name: payer.name, isDefault: payer.isDefault } }),
        // The input was parsed.
        ...(accessTypes && { accessTypes: normalizeAccessTypes(accessTypes as ApiKey["accessTypes"]) }),
      });
    }
    return { failedKeys: [] };
  });
  stubOp(replaceGroupKey, ({ groupId }) => {
    const replaced = [...rows.values()].find(({ active, group }) => active && group?.id === groupId);
    if (replaced) end(replaced, "replaced");
    const key = put(createKey({ kind: "system", ...replaced, api_owner_id: `group/systemKey/${crypto.randomUUID()}` }));
    return { id: key.api_owner_id, key: secretOf(key) };
  });
  return { secretOf, list: () => [...rows.values()] };
}
