import type { Actor } from "../../core/actor.ts";

declare const ownerIdBrand: unique symbol;
/**
 * The owner whose rows a statement may read and write. Only this module makes one, so that a repository function
 * cannot be called without a decision about rights.
 */
export type OwnerId = string & { readonly [ownerIdBrand]: true };

/** What the actor itself owns. */
export function getOwnerId({ principal }: Pick<Actor, "principal">): OwnerId {
  return principal.id as OwnerId;
}

/** The owner of a row that the server itself has read, for maintenance that is done on nobody's behalf. */
export function getOwnerIdOfRow(row: { owner_id: string }): OwnerId {
  return row.owner_id as OwnerId;
}
