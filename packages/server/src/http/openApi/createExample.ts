type Schema = Record<string, unknown>;

const maxDepth = 8;

/** Creates a value that has what a JSON Schema requires, and nothing that it leaves open. */
export function createExample(schema: unknown, name = "", depth = 0): unknown {
  if (!isSchema(schema) || depth > maxDepth) return null;
  if ("example" in schema) return schema.example;
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [alternative] = listAlternatives(schema);
  if (alternative) return createExample(alternative, name, depth + 1);
  switch (schema.type) {
    case "object":
      return createObject(schema, depth);
    case "array":
      return [createExample(schema.items, name, depth + 1)];
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "string":
      return createText(schema, name);
    default:
      return null;
  }
}

function createObject({ properties, required }: Schema, depth: number): Schema {
  if (!isSchema(properties)) return {};
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => names.has(name))
      .map(([name, property]) => [name, createExample(property, name, depth + 1)]),
  );
}

const textsByFormat: Record<string, string> = {
  date: "2027-01-31",
  "date-time": "2027-01-31T12:00:00.000Z",
  email: "ada@example.org",
  uri: "https://example.org",
  uuid: "00000000-0000-4000-8000-000000000000",
};

const createText = ({ format }: Schema, name: string): string =>
  (typeof format === "string" && textsByFormat[format]) || (name === "" ? "text" : `<${name}>`);

/** The alternatives of a schema, those first that are not null. */
function listAlternatives({ anyOf, oneOf }: Schema): Schema[] {
  const alternatives = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  return alternatives.filter((each) => isSchema(each) && each.type !== "null");
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
