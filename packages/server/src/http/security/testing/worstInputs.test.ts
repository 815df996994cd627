import { expect, test } from "vitest";
import { toJsonSchema } from "../../openApi/toJsonSchema.ts";
import { createAcceptedInput, listBodyTargets, listWorstInputsOf } from "./bodyTargets.ts";
import { listWorstInputs } from "./worstInputs.ts";

const targets = listBodyTargets();

test("every list, object with any names and long text of a schema is made long, in one item and in many", () => {
  const schema = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", maxLength: 5 },
      text: { type: "string", maxLength: 5_000 },
      kind: { anyOf: [{ type: "array", maxItems: 100, items: { $ref: "#/$defs/item" } }, { type: "null" }] },
      state: { type: "object", additionalProperties: {} },
    },
    $defs: { item: { type: "object", properties: { note: { type: "string", maxLength: 2_000 } } } },
  };
  const inputs = listWorstInputs(schema, { name: "a" }, { values: 1_000, characters: 100_000 });
  const find = (path: string) => inputs.find((input) => input.path === path)?.create("ab");
  expect(inputs.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    "text text",
    "kind list",
    "kind[].note text",
    "kind[].note in many items text",
    "state record",
  ]);
  expect(find("text")).toEqual({ name: "a", text: "ab".repeat(2_500) });
  expect(find("kind")).toMatchObject({ name: "a", kind: { length: 100 } });
  expect(find("kind[].note")).toEqual({ name: "a", kind: [{ note: "ab".repeat(1_000) }] });
  expect(find("kind[].note in many items")).toMatchObject({ kind: { length: 49 } });
});

test("nearly all long inputs are accepted by their schemas, so that more than their refusal is measured", () => {
  const accepted = targets
    // A link is for one conversation of the cloud, and takes the fields of a snapshot for others.
    .filter(({ name }) => name !== "createShareLink")
    .flatMap((target) =>
      listWorstInputsOf(target, { values: 2_000, characters: 200_000 }).map((input) => ({
        label: `${target.name} ${input.path}`,
        isAccepted: target.schema.safeParse(createAcceptedInput(target, input, "a ")).success,
      })),
    );
  const refused = accepted.filter(({ isAccepted }) => !isAccepted).map(({ label }) => label);
  expect(refused.length / accepted.length, refused.join("\n")).toBeLessThan(0.1);
});

test("the ops of every part of the product have long fields, and the OpenAI-compatible API too", () => {
  const longFields = new Map(targets.map((target) => [target.name, listWorstInputsOf(target).length]));
  for (const name of ["chat", "chatCompletion", "response", "embeddings", "saveArtifact", "restoreMemories"])
    expect(longFields.get(name), name).toBeGreaterThan(0);
  for (const name of ["saveAccounts", "createApiKey", "summarizeMessages", "submitQualityImprovement"])
    expect(longFields.get(name), name).toBeGreaterThan(0);
  expect(longFields.get("updateSiteConfigs")).toBeGreaterThan(20);
});

test("every text and list that the OpenAI-compatible API accepts has a maximum length", () => {
  const listUnbounded = (schema: unknown, path: string): string[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const { type, maxLength, maxItems, pattern, enum: values } = schema as Record<string, unknown>;
    const isUnbounded =
      (type === "string" && maxLength === undefined && !pattern && !values && !("const" in schema)) ||
      (type === "array" && maxItems === undefined);
    const inner = Object.entries(schema).flatMap(([name, member]) => listUnbounded(member, `${path}.${name}`));
    return isUnbounded ? [path, ...inner] : inner;
  };
  const apiTargets = targets.filter(({ path }) => path.startsWith("/v1/"));
  expect(apiTargets).toHaveLength(3);
  for (const { name, schema } of apiTargets) {
    const unbounded = listUnbounded(toJsonSchema(schema, "input"), name);
    // Lists of tokens get an error of their own, and names of members are counted.
    expect(unbounded.filter((path) => !/propertyNames$|\.items\.anyOf\.\d$/.test(path))).toEqual([]);
  }
});
