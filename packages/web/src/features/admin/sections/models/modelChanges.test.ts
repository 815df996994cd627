import { expect, test } from "vitest";
import { assignRole, emptyModel, hasNoPrice, listForRole, type Models } from "./modelChanges.ts";

const create = (id: string, changes: Partial<Models[string]> = {}) => ({ ...emptyModel, id, name: id, ...changes });
const toModels = (...list: ReturnType<typeof create>[]): Models => Object.fromEntries(list.map((it) => [it.id, it]));

test("an embeddings model that is off can be chosen, which makes it available; a language model that is off cannot", () => {
  const models = toModels(
    create("large"),
    create("retired", { isAvailable: false }),
    create("text-embedding-9", { isAvailable: false }),
  );
  const listIds = (role: Parameters<typeof listForRole>[1]) => listForRole(models, role).map(({ id }) => id);
  expect(listIds("defaultEmbeddingsModel")).toEqual(["text-embedding-9"]);
  expect(listIds("isDefault")).toEqual(["large"]);
  expect(assignRole(models, {}, "defaultEmbeddingsModel", "text-embedding-9")).toMatchObject({
    "text-embedding-9": { isAvailable: true, defaultEmbeddingsModel: true },
  });
});

test("choosing the model that has a role by itself is a change", () => {
  const models = toModels(
    create("large"),
    create("small", { defaultCheapestModel: true, automaticRoles: ["defaultCheapestModel"] }),
  );
  expect(assignRole(models, {}, "defaultCheapestModel", "small")).toMatchObject({
    small: { defaultCheapestModel: true, automaticRoles: [] },
  });
  expect(assignRole(models, {}, "defaultCheapestModel", "large")).toMatchObject({
    large: { defaultCheapestModel: true },
    small: { defaultCheapestModel: false, automaticRoles: [] },
  });
});

test("language models without a price are known as such, free and embeddings models are not among them", () => {
  const isMarked = (id: string, changes: Partial<Models[string]>) => hasNoPrice(create(id, changes));
  expect(isMarked("large", { inputTokenCost: 0.1 })).toBe(true);
  expect(isMarked("large", { inputTokenCost: 0, outputTokenCost: 0 })).toBe(false);
  expect(isMarked("text-embedding-9", {})).toBe(false);
  expect(isMarked("whisper-1", { isAvailable: false })).toBe(false);
  expect(isMarked("whisper-1", { isAvailable: true })).toBe(true);
  expect(isMarked("guide", { provider: "Guide" })).toBe(false);
});
