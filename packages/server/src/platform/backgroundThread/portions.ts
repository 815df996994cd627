/**
 * Receiving a value from another thread blocks the receiver for as long as the value takes to copy: 250,000 small
 * objects take more than 100 ms. So a large value is sent in portions.
 */
export type Portion =
  | { kind: "value"; path: readonly string[]; value: unknown }
  /** Members of the list or object at `path`, in order. */
  | { kind: "members"; path: readonly string[]; members: readonly (readonly [key: string, value: unknown])[] };

/** Copying a portion takes about 3 ms. */
const maxPortionWeight = 10_000;
/** Copying this many characters takes about as long as copying one object. */
const charactersPerWeight = 100;

/** Divides a tree of JSON values and typed arrays into portions, which `createAssembler` puts together again. */
export function* divideIntoPortions(value: unknown, maxWeight: number = maxPortionWeight): Generator<Portion> {
  const weights = new Map<object, number>();
  weigh(value, weights);
  yield* divide(value, [], weights, maxWeight);
}

function* divide(
  value: unknown,
  path: readonly string[],
  weights: Map<object, number>,
  maxWeight: number,
): Generator<Portion> {
  if (!isContainer(value) || (weights.get(value) ?? 0) <= maxWeight) {
    yield { kind: "value", path, value };
    return;
  }
  yield { kind: "value", path, value: Array.isArray(value) ? [] : {} };
  let members: [string, unknown][] = [];
  let weight = 0;
  for (const [key, child] of Object.entries(value)) {
    const childWeight = isContainer(child) ? (weights.get(child) ?? 0) : weigh(child, weights);
    if (members.length > 0 && weight + childWeight > maxWeight) {
      yield { kind: "members", path, members };
      members = [];
      weight = 0;
    }
    if (childWeight > maxWeight) yield* divide(child, [...path, key], weights, maxWeight);
    else {
      members.push([key, child]);
      weight += childWeight;
    }
  }
  if (members.length > 0) yield { kind: "members", path, members };
}

/** Returns the weight of a value, and stores that of each list and object in it. */
function weigh(value: unknown, weights: Map<object, number>): number {
  if (typeof value === "string") return 1 + value.length / charactersPerWeight;
  if (!isContainer(value)) return 1;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  const weight = members.reduce((sum: number, member) => sum + weigh(member, weights), 1);
  weights.set(value, weight);
  return weight;
}

/** True for lists and objects. A typed array is a single value, because its bytes are copied at once. */
function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

/** Puts a value together from its portions, in their order. */
export function createAssembler() {
  let root: unknown;
  const setMember = (path: readonly string[], value: unknown) => {
    const key = path.at(-1);
    if (key === undefined) root = value;
    else define(find(path.slice(0, -1)), key, value);
  };
  const find = (path: readonly string[]): object => {
    const container = path.reduce<unknown>((parent, key) => Reflect.get(Object(parent), key), root);
    if (!isContainer(container)) throw new Error("a portion has arrived before the list or object that contains it");
    return container;
  };
  return {
    add(portion: Portion): void {
      if (portion.kind === "value") setMember(portion.path, portion.value);
      else for (const [key, value] of portion.members) define(find(portion.path), key, value);
    },
    getValue: () => root,
  };
}

/** Assigns without calling a setter such as `__proto__`. */
function define(container: object, key: string, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}
