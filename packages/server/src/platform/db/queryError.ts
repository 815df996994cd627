interface QueryErrorFields {
  /** SQLSTATE, five characters, such as 23505 for a unique violation. */
  code: string;
  constraint: string | undefined;
  table: string | undefined;
  column: string | undefined;
}

/**
 * The error of a statement that the database rejects, whichever driver runs it. The drivers' own errors contain the
 * statement's parameters, and `detail` quotes rows. Neither may be logged, so the parameters are dropped and `detail`
 * is not enumerable.
 */
export class QueryError extends Error implements QueryErrorFields {
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  declare readonly detail: string | undefined;

  constructor(message: string, fields: QueryErrorFields & { detail: string | undefined }) {
    super(message);
    this.name = "QueryError";
    this.code = fields.code;
    this.constraint = fields.constraint;
    this.table = fields.table;
    this.column = fields.column;
    Object.defineProperty(this, "detail", { value: fields.detail, enumerable: false });
  }
}

/**
 * Converts either driver's error for a rejected statement into a QueryError. Returns any other error, such as that of a
 * lost connection, unchanged.
 */
export function toQueryError(error: unknown): unknown {
  const code = sqlStateOf(error);
  if (code === null || !(error instanceof Error) || error instanceof QueryError) return error;
  const getText = (name: string) => getStringField(error, name);
  return new QueryError(error.message, {
    code,
    detail: getText("detail"),
    constraint: getText("constraint"),
    table: getText("table"),
    column: getText("column"),
  });
}

/**
 * Returns the SQLSTATE of an error from the database; null for other errors. System errors such as EPIPE have a code
 * but no severity.
 */
export function sqlStateOf(error: unknown): string | null {
  if (error instanceof QueryError) return error.code;
  if (!(error instanceof Error) || getStringField(error, "severity") === undefined) return null;
  return getStringField(error, "code") ?? null;
}

/**
 * True if the error says that a row with the same key already exists. `constraint` limits the check to one constraint,
 * such as `users_issuer_subject_key`.
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof QueryError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

function getStringField(object: object, name: string): string | undefined {
  const value: unknown = Reflect.get(object, name);
  return typeof value === "string" ? value : undefined;
}
