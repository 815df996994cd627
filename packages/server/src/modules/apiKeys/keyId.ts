import { type ApiKeyKind, apiKeyIdParts } from "@lectern/contract";

/** What names a key. */
export interface KeyId {
  ownerId: string;
  kind: ApiKeyKind;
  id: string;
}

/** Returns the id of a key as clients know it: `{owner's id}/{ownerKey, delegateKey or systemKey}/{uuid}`. */
export function toWireId({ ownerId, kind, id }: KeyId): string {
  return `${ownerId}/${apiKeyIdParts[kind]}/${id}`;
}

/** Returns the uuid in an id that a client sent; null if no key can have this id. */
export function parseWireId(wireId: string): string | null {
  return /^[^/]+\/(?:ownerKey|delegateKey|systemKey)\/([0-9a-f-]{36})$/.exec(wireId)?.[1] ?? null;
}
