import * as z from "zod/mini";

/** Text without NUL, which PostgreSQL cannot hold. */
export const text = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((value) => !value.includes("\0"), { error: "must not contain a NUL character" }),
  );

/** An id made by a client or a server: printable, no white space, no quotes. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,199}$/, { error: "is not an id" }));

/** ISO 8601 in UTC, for example `2026-11-21T09:41:00.000Z`. */
export const Timestamp = z.iso.datetime();

/** A whole number that may arrive as a query string. */
export const queryInteger = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** A JSON object whose keys the contract does not fix. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;
