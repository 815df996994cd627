import { type RawBuilder, sql } from "kysely";

/** A person as named beside what they did or have; null if they have been erased, or it was the server itself. */
export type Author = { name: string; email: string } | null;

/** Selects the author with this id, for use inside another statement. A service has no address. */
export const selectAuthor = (principalId: RawBuilder<unknown>): RawBuilder<Author> => sql<Author>`coalesce(
  (
    select jsonb_build_object('name', users.name, 'email', users.email) from users
    where users.id = ${principalId} and erased_at is null
  ),
  (select jsonb_build_object('name', services.name, 'email', '') from services where services.id = ${principalId})
)`;
