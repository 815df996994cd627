type Schema = Record<string, unknown>;

/** A long list, object or text in one field of an input, which is otherwise valid. */
export interface WorstInput {
  /** For example `messages[].content`. */
  path: string;
  kind: "text" | "list" | "record";
  /** Creates the input. The filler is repeated in a text; `share` is the part of the possible length. */
  create(filler: string, share?: number): unknown;
}

export interface InputSize {
  /** Items of lists and members of objects. */
  values: number;
  characters: number;
}

/** Shorter texts and lists are no worse than what is sent in any case. */
const longText = 1_000;
const longList = 20;
/** Schemas that contain themselves are followed this far. */
const maxDepth = 16;

/**
 * Lists an input for each field of a JSON Schema that is a list, an object with any names or a long text: as long as the
 * schema and `size` allow, once in one item of each list around it and once in as many items as fit.
 */
export function listWorstInputs(root: Schema, example: unknown, size: InputSize): WorstInput[] {
  const inputs: WorstInput[] = [];
  visit(root, example, { path: "", depth: 0, isInList: false, wrap: (value) => value });
  return inputs;

  interface Place {
    path: string;
    depth: number;
    isInList: boolean;
    /** Creates the input around a value. */
    wrap: (value: unknown, isWide: boolean) => unknown;
  }

  function visit(given: unknown, current: unknown, place: Place): void {
    const schema = resolve(given, root);
    if (!schema || place.depth > maxDepth) return;
    const inner = { ...place, depth: place.depth + 1 };
    for (const alternative of listAlternatives(schema)) visit(alternative, current, inner);
    if (schema.type === "string") visitText(schema, place);
    if (schema.type === "array") visitList(schema, current, inner);
    if (schema.type === "object") visitObject(schema, current, inner);
  }

  function add(place: Place, kind: WorstInput["kind"], create: (filler: string, share: number) => unknown): void {
    const addOne = (isWide: boolean) =>
      inputs.push({
        path: place.path + (isWide ? " in many items" : ""),
        kind,
        create: (filler, share = 1) => place.wrap(create(filler, isWide ? share / 50 : share), isWide),
      });
    addOne(false);
    if (place.isInList) addOne(true);
  }

  function visitText({ maxLength, pattern, enum: values }: Schema, place: Place): void {
    if (typeof maxLength !== "number" || maxLength < longText || pattern || values) return;
    add(place, "text", (filler, share) => fill(filler, Math.min(maxLength, size.characters * share)));
  }

  function visitList({ items, maxItems = Infinity }: Schema, current: unknown, place: Place): void {
    const item = Array.isArray(current) && current.length > 0 ? current[0] : createSmallest(items);
    const repeat = (value: unknown, share: number) =>
      repeatValue(value, Math.min(Number(maxItems), countFitting(value, share)), !(isSchema(items) && "enum" in items));
    if (Number(maxItems) >= longList) add(place, "list", (_, share) => repeat(item, share));
    visit(items, item, {
      ...place,
      path: `${place.path}[]`,
      isInList: true,
      wrap: (value, isWide) => place.wrap(isWide ? repeat(value, 1) : [value], isWide),
    });
  }

  function visitObject(schema: Schema, current: unknown, place: Place): void {
    const { properties, additionalProperties } = schema;
    const base = {
      ...createSmallestObject(schema, 0),
      ...(isSchema(current) ? current : {}),
      ...getConstants(properties),
    };
    for (const [name, property] of Object.entries(isSchema(properties) ? properties : {})) {
      visit(property, base[name], {
        ...place,
        path: place.path === "" ? name : `${place.path}.${name}`,
        wrap: (value, isWide) => place.wrap({ ...base, [name]: value }, isWide),
      });
    }
    if (additionalProperties === undefined || additionalProperties === false) return;
    const [key = "a", member = createSmallest(additionalProperties) ?? 1] = Object.entries(base)[0] ?? [];
    const addAll = (value: unknown, share: number) =>
      Object.fromEntries(
        Array.from({ length: Math.min(9_000, countFitting(value, share)) }, (_, n) => [`${n}${key}`, value]),
      );
    add(place, "record", (_, share) => ({ ...(properties ? base : {}), ...addAll(member, share) }));
    visit(additionalProperties, member, {
      ...place,
      path: `${place.path}{}`,
      isInList: true,
      wrap: (value, isWide) => place.wrap(isWide ? addAll(value, 1) : { [key]: value }, isWide),
    });
  }

  /** Creates a value that has what the schema requires, and nothing else. */
  function createSmallest(given: unknown, depth = 0): unknown {
    const schema = resolve(given, root);
    if (!schema || depth > maxDepth) return null;
    if ("const" in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    const [alternative] = listAlternatives(schema);
    if (alternative) return createSmallest(alternative, depth + 1);
    switch (schema.type) {
      case "object":
        return createSmallestObject(schema, depth);
      case "array":
        return Number(schema.minItems ?? 0) > 0 ? [createSmallest(schema.items, depth + 1)] : [];
      case "string":
        return createShortText(schema);
      case "integer":
      case "number":
        return schema.minimum ?? 1;
      case "boolean":
        return true;
      default:
        return null;
    }
  }

  function createSmallestObject({ properties, required }: Schema, depth: number): Schema {
    const names = Array.isArray(required) ? required : [];
    const members = isSchema(properties) ? Object.entries(properties) : [];
    return Object.fromEntries(
      members
        .filter(([name]) => names.includes(name))
        .map(([name, property]) => [name, createSmallest(property, depth + 1)]),
    );
  }

  /** How many values of this kind an input may have. */
  function countFitting(value: unknown, share: number): number {
    const characters = JSON.stringify(value ?? null).length;
    return Math.max(1, Math.floor(share * Math.min(size.values / countValues(value), size.characters / characters)));
  }
}

/** Texts, one of which every pattern of the contract allows. */
const shortTexts = [
  "a1",
  "2026-11-21",
  "2026-11-21T09:41:00.000Z",
  "6f9619ff-8b86-4d01-b42d-00c04fc964ff",
  "a@b.cd",
  "#a",
  "AAAA",
];

function createShortText({ pattern }: Schema): string {
  if (typeof pattern !== "string") return "a1";
  return shortTexts.find((each) => new RegExp(pattern, "u").test(each)) ?? "a1";
}

/** The members that tell the alternatives of a schema apart. */
function getConstants(properties: unknown): Schema {
  const members = isSchema(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    members.flatMap(([name, member]) => (isSchema(member) && "const" in member ? [[name, member.const]] : [])),
  );
}

/** Follows a reference of a schema to its own definitions. */
function resolve(schema: unknown, root: Schema): Schema | null {
  if (!isSchema(schema)) return null;
  if (typeof schema.$ref !== "string") return schema;
  if (schema.$ref === "#") return root;
  const definitions = isSchema(root.$defs) ? root.$defs : {};
  return resolve(definitions[schema.$ref.split("/").at(-1) ?? ""], root);
}

const listAlternatives = ({ anyOf, oneOf, allOf }: Schema): unknown[] =>
  [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []));

const fill = (filler: string, length: number) => filler.repeat(Math.ceil(length / filler.length)).slice(0, length);

/** Items of lists must often have different ids. */
function repeatValue(value: unknown, count: number, isFree: boolean): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    if (typeof value === "string") return !isFree ? value : `${index}${value}`;
    return isSchema(value) && typeof value.id === "string" ? { ...value, id: `${index}${value.id}` } : value;
  });
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
