import { type RawBuilder, sql } from "kysely";
import type { Config } from "../../config.ts";
import type { Actor } from "../../core/actor.ts";
import { getSubject, type Subject, selectDirectoryGroupIds } from "./memberships.ts";

/**
 * Returns whose shared groups decide which people the actor may find, so that an address tells the actor nothing of
 * anybody else. Null: everybody can be found.
 */
export function getDirectoryViewer({ emailDirectory }: Pick<Config, "emailDirectory">, actor: Actor): Subject | null {
  return emailDirectory === "groups" ? getSubject(actor) : null;
}

/**
 * A condition on the table `users`: the person, whose address is verified, belongs to a group to which the subject
 * belongs, too, because they were added or are in a directory group. That a group is public connects nobody. What the
 * subject has added connects the subject to nobody, either: otherwise anybody could find out who has an account by
 * adding addresses to a group of their own.
 */
export function sharesGroupWith({ principalId, email }: Subject): RawBuilder<boolean> {
  const groups = sql`
    select id from groups where deleted_at is null and (
      id in (select group_id from group_members where principal_id = ${principalId})
      or id in (
        select group_id from group_directory_groups where directory_group_id in (${selectDirectoryGroupIds(email)})
      )
    )`;
  const isAddedByAnother = sql`${selectPerson(sql`added_by`)} is distinct from ${selectPerson(principalId)}`;
  return sql<boolean>`(
    users.id in (
      select principal_id from group_members
      where principal_id is not null and group_id in (${groups})
        and (${isAddedByAnother} or principal_id = ${principalId})
    )
    or users.email in (
      with recursive included (id) as (
        select directory_group_id from group_directory_groups where group_id in (${groups}) and ${isAddedByAnother}
        union
        select directory_group_includes.included_id from directory_group_includes
        join included on directory_group_includes.directory_group_id = included.id
      ) select directory_group_members.email from directory_group_members where directory_group_id in (select id from included)
    )
  )`;
}

/**
 * Joins `visibility (is_known)` to a statement with `users`, which may have no row: true if the viewer may learn more of
 * the person than the address.
 */
export function joinVisibility(viewer: Subject | null): RawBuilder<unknown> {
  const isKnown = viewer ? sql`coalesce(${sharesGroupWith(viewer)}, false)` : sql`true`;
  return sql`cross join lateral (select ${isKnown} as is_known) as visibility`;
}

/** Selects the addresses in the lists of members that the subject can read, whether or not somebody has signed in. */
export function selectListedEmails({ principalId }: Subject): RawBuilder<{ email: string | null }> {
  return sql`
    select coalesce(nullif(users.email, ''), group_members.email) as email
    from group_members left join users on users.id = principal_id
    where group_id in (select group_id from group_members where principal_id = ${principalId} and level <> 'read')`;
}

/** The person who acts: the owner of a service, or the principal. */
const selectPerson = (principalId: string | RawBuilder<unknown>) =>
  sql`coalesce((select owner_id from services where services.id = ${principalId}), ${principalId})`;
