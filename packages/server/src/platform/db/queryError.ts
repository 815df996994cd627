interface QueryErrorFields {
  /** SQLSTATE, five characters, as in 23505 for a unique violation. */
  code: string;
  constraint: string | undefined;
  table: string | undefined;
  column: string | undefined;
}

/**
 * What both drivers throw when the database refuses a statement. The driver's own errors carry the statement's
 * parameters, and `detail` quotes rows: neither may reach a log, so the first are dropped and the second is not enumerable.
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

/** The same error for a refused statement on either driver; anything else (a lost connection) as it is. */
export function toQueryError(error: unknown): unknown {
  const code = sqlStateOf(error);
  if (code === null || !(error instanceof Error) || error instanceof QueryError) return error;
  const text = (name: string) => stringField(error, name);
  return new QueryError(error.message, {
    code,
    detail: text("detail"),
    constraint: text("constraint"),
    table: text("table"),
    column: text("column"),
  });
}

/** SQLSTATE of an error that the database itself gave, else null. System errors such as EPIPE have no severity. */
export function sqlStateOf(error: unknown): string | null {
  if (error instanceof QueryError) return error.code;
  if (!(error instanceof Error) || stringField(error, "severity") === undefined) return null;
  return stringField(error, "code") ?? null;
}

/** A row with this key exists already. `constraint`: only when it was this one, as in `users_issuer_subject_key`. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof QueryError &&
    error.code === "23505" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

function stringField(of: object, name: string): string | undefined {
  const value: unknown = Reflect.get(of, name);
  return typeof value === "string" ? value : undefined;
}
