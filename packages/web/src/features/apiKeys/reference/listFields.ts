type Schema = Readonly<Record<string, unknown>>;

export interface SchemaField {
  /** Such as `data.files[].name`. */
  path: string;
  type: string;
  isRequired: boolean;
  /** The values that it can have; empty: all of the type. */
  values: string[];
  /** As JSON; null: none. */
  defaultValue: string | null;
}

const maxDepth = 6;
const maxFields = 150;

/** Lists the fields of a JSON Schema with those of the objects in it, each once. Pure. */
export function listFields(schema: unknown): SchemaField[] {
  const fields = new Map<string, SchemaField>();
  addFields(fields, schema, "", 0);
  return [...fields.values()];
}

function addFields(fields: Map<string, SchemaField>, schema: unknown, path: string, depth: number): void {
  if (!isSchema(schema) || depth > maxDepth) return;
  for (const alternative of listAlternatives(schema)) addFields(fields, alternative, path, depth + 1);
  if (isSchema(schema.items)) addFields(fields, schema.items, `${path}[]`, depth + 1);
  if (!isSchema(schema.properties)) return;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  for (const [name, property] of Object.entries(schema.properties)) {
    const fieldPath = path === "" ? name : `${path}.${name}`;
    if (fields.size >= maxFields) return;
    if (!fields.has(fieldPath)) fields.set(fieldPath, toField(fieldPath, property, required.has(name)));
    addFields(fields, property, fieldPath, depth + 1);
  }
}

function toField(path: string, schema: unknown, isRequired: boolean): SchemaField {
  const { default: defaultValue, ...rest }: Schema = isSchema(schema) ? schema : {};
  return {
    ...{ path, isRequired, type: describeType(rest) },
    values: listValues(rest),
    defaultValue: defaultValue === undefined ? null : JSON.stringify(defaultValue),
  };
}

function describeType(schema: unknown): string {
  if (!isSchema(schema)) return "any";
  const alternatives = listAlternatives(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(describeType))].join(" | ");
  if (schema.type === "array") return `${describeType(schema.items)}[]`;
  if (typeof schema.type === "string") return schema.type;
  const [value] = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? (schema.enum as unknown[]) : [];
  return value === undefined ? "any" : typeof value;
}

function listValues(schema: Schema): string[] {
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  return listAlternatives(schema).flatMap(listValues);
}

const listAlternatives = ({ anyOf, oneOf }: Schema): Schema[] =>
  [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isSchema) : []));

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
