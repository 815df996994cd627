import { describe, expect, test } from "vitest";
import {
  type DiscoveredModel,
  guideId,
  mergeConnectedModels,
  mergeDiscoveredModels,
  mergeRefreshedModels,
} from "./catalogue.ts";
import { applyModelConfigs, toModelConfig } from "./modelConfigs.ts";
import type { ModelRow } from "./repository.ts";

const now = new Date("2026-11-21T10:00:00Z");
const noFailedUrls: ReadonlySet<string> = new Set();
const localUrl = "http://127.0.0.1:11434/v1";
const openAiUrl = "https://api.openai.com/v1";

function createModels(url: string, ...ids: string[]): DiscoveredModel[] {
  const endpoint = { wire: "openai", url, keyRef: null } as const;
  return ids.map((upstreamId) => ({ upstreamId, contextWindow: null, provider: "OpenAI", endpoint }));
}

const getIds = (rows: readonly ModelRow[]) => rows.map(({ id }) => id);
const findMarkedIds = (
  rows: readonly ModelRow[],
  mark: "is_default" | "default_cheapest_model" | "default_advanced_model",
) => rows.filter((row) => row[mark]).map(({ id }) => id);
const findRow = (rows: readonly ModelRow[], id: string) => rows.find((row) => row.id === id);

describe("a server start", () => {
  test("without any model adds the guide, only as the default", () => {
    const rows = mergeDiscoveredModels([], [], noFailedUrls, now);
    expect(getIds(rows)).toEqual([guideId]);
    expect(rows[0]).toMatchObject({ name: "Built-in guide", provider: "Guide", is_built_in: true, is_default: true });
    expect(findMarkedIds(rows, "default_cheapest_model")).toEqual([]);
    expect(findMarkedIds(rows, "default_advanced_model")).toEqual([]);
  });

  test("with the first language model makes it the default instead of the guide", () => {
    const rows = mergeDiscoveredModels(
      mergeDiscoveredModels([], [], noFailedUrls, now),
      createModels(localUrl, "llama"),
      noFailedUrls,
      now,
    );
    expect(findMarkedIds(rows, "is_default")).toEqual(["llama"]);
    expect(findRow(rows, guideId)?.is_available).toBe(true);
  });

  test("changes nothing if it finds the same models again", () => {
    const firstRows = mergeDiscoveredModels([], createModels(localUrl, "a", "b"), noFailedUrls, now);
    expect(
      mergeDiscoveredModels(
        firstRows,
        createModels(localUrl, "a", "b"),
        noFailedUrls,
        new Date("2027-01-01T00:00:00Z"),
      ),
    ).toEqual(firstRows);
  });

  test("makes a missing model unavailable and another one the default; a model that returns is available again", () => {
    const rowsBefore = mergeDiscoveredModels([], createModels(localUrl, "a", "b"), noFailedUrls, now);
    const reducedRows = mergeDiscoveredModels(rowsBefore, createModels(localUrl, "b"), noFailedUrls, now);
    expect(findRow(reducedRows, "a")?.is_available).toBe(false);
    expect(findMarkedIds(reducedRows, "is_default")).toEqual(["b"]);
    const restoredRows = mergeDiscoveredModels(reducedRows, createModels(localUrl, "a", "b"), noFailedUrls, now);
    expect(findRow(restoredRows, "a")?.is_available).toBe(true);
    expect(findMarkedIds(restoredRows, "is_default")).toEqual(["b"]);
  });

  test("turns a new model of another kind off, which stays off, but none that was there", () => {
    const found = createModels(localUrl, "a", "whisper-1");
    const rows = mergeDiscoveredModels([], found, noFailedUrls, now);
    const merge = (before: readonly ModelRow[]) => mergeDiscoveredModels(before, found, noFailedUrls, now);
    expect(findRow(merge(rows), "whisper-1")?.is_available).toBe(false);
    const rowsBefore = rows.map((row) => ({ ...row, is_available: true, admin_fields: [] }));
    expect(findRow(merge(rowsBefore), "whisper-1")?.is_available).toBe(true);
  });

  test("makes a model of another kind that somebody has switched on available again when it returns", () => {
    const found = createModels(localUrl, "a", "whisper-1");
    const switchTo = (rows: readonly ModelRow[], isAvailable: boolean) => {
      const row = findRow(rows, "whisper-1");
      if (!row) throw new Error("the model is missing");
      const configs = { [row.id]: { ...toModelConfig(row), isAvailable } };
      return applyModelConfigs(rows, configs, { now, comesBack: () => true, findEndpoint: () => null });
    };
    const [endpoint] = found.map((model) => model.endpoint);
    if (!endpoint) throw new Error("the server is missing");
    const refreshWith = (rows: readonly ModelRow[], models: readonly DiscoveredModel[]) =>
      mergeRefreshedModels(rows, models, {
        ...{ endpoint, now, origin: "environment", areNewOnesAvailable: true },
        isOffered: () => true,
      }).rows;
    const startWith = (rows: readonly ModelRow[], models: readonly DiscoveredModel[]) =>
      mergeDiscoveredModels(rows, models, noFailedUrls, now);
    for (const merge of [startWith, refreshWith]) {
      const rows = switchTo(mergeDiscoveredModels([], found, noFailedUrls, now), true);
      const withoutIt = merge(rows, found.slice(0, 1));
      const isAvailable = (list: readonly ModelRow[]) => findRow(list, "whisper-1")?.is_available;
      expect([isAvailable(rows), isAvailable(withoutIt), isAvailable(merge(withoutIt, found))]).toEqual([
        true,
        false,
        true,
      ]);
      const switchedOff = merge(switchTo(rows, false), found.slice(0, 1));
      expect(isAvailable(merge(switchedOff, found))).toBe(false);
    }
  });

  test("keeps the models of a server that did not answer, but not those of a server that is no longer configured", () => {
    const rowsBefore = mergeDiscoveredModels([], createModels(localUrl, "a"), noFailedUrls, now);
    expect(findRow(mergeDiscoveredModels(rowsBefore, [], new Set([localUrl]), now), "a")?.is_available).toBe(true);
    expect(findRow(mergeDiscoveredModels(rowsBefore, [], noFailedUrls, now), "a")?.is_available).toBe(false);
  });

  test("drops the address of a server that is no longer configured if an administrator has added another", () => {
    const added = { wire: "openai", url: "http://gpu/v1", keyRef: "secret:x", isAdded: true } as const;
    const rowsBefore = mergeDiscoveredModels([], createModels(localUrl, "a", "b"), noFailedUrls, now).map((row) =>
      row.id === "a" ? { ...row, endpoints: [...row.endpoints, added] } : row,
    );
    const findUrls = (found: readonly DiscoveredModel[], failedUrls = noFailedUrls) =>
      findRow(mergeDiscoveredModels(rowsBefore, found, failedUrls, now), "a")?.endpoints.map(({ url }) => url);
    expect(findUrls([])).toEqual([added.url]);
    expect(findRow(mergeDiscoveredModels(rowsBefore, [], noFailedUrls, now), "a")?.is_available).toBe(true);
    // A server that does not answer now, or that may offer the model again.
    expect(findUrls([], new Set([localUrl]))).toEqual([localUrl, added.url]);
    expect(findUrls(createModels(localUrl, "b"))).toEqual([localUrl, added.url]);
  });

  test("keeps an administrator's changes", () => {
    const rowsBefore = mergeDiscoveredModels([], createModels(localUrl, "a"), noFailedUrls, now).map((row) =>
      row.id === "a" ? { ...row, name: "Our own", is_available: false, origin: "admin" as const } : row,
    );
    const rowsAfter = mergeDiscoveredModels(rowsBefore, createModels(localUrl, "a"), noFailedUrls, now);
    expect(findRow(rowsAfter, "a")).toMatchObject({ name: "Our own", is_available: false });
    expect(rowsAfter).toHaveLength(2);
  });

  test("adds the host to the id if two servers offer the same model", () => {
    const rows = mergeDiscoveredModels(
      [],
      [...createModels(localUrl, "llama"), ...createModels("http://gpu:8000/v1", "llama")],
      noFailedUrls,
      now,
    );
    expect(getIds(rows)).toEqual([guideId, "llama", "llama@gpu:8000"]);
    expect(findRow(rows, "llama@gpu:8000")?.upstream_id).toBe("llama");
  });

  test("never gives the guide's id to another model", () => {
    expect(getIds(mergeDiscoveredModels([], createModels(localUrl, "guide"), noFailedUrls, now))).toEqual([
      guideId,
      "guide@127.0.0.1:11434",
    ]);
  });
});

describe("the properties of a model", () => {
  test("[C3.27] include window, output limit, images and prices for OpenAI's models", () => {
    const row = findRow(
      mergeDiscoveredModels([], createModels(openAiUrl, "gpt-4o-mini"), noFailedUrls, now),
      "gpt-4o-mini",
    );
    expect(row).toMatchObject({
      name: "GPT-4o mini",
      input_context_window: 128_000,
      output_token_limit: 16_384,
      supports_images: true,
      input_token_cost: "0.000150000",
      output_token_cost: "0.000600000",
      cached_token_cost: "0.000075000",
    });
  });

  test("default to 8,192 and 4,096 tokens and no price for an unknown model", () => {
    const row = findRow(mergeDiscoveredModels([], createModels(localUrl, "unknown"), noFailedUrls, now), "unknown");
    expect(row).toMatchObject({ input_context_window: 8192, output_token_limit: 4096, input_token_cost: null });
  });

  test("use the window that the server reports, and no price of a model with the same name elsewhere", () => {
    const [discoveredModel] = createModels(localUrl, "gpt-4o");
    const row = findRow(
      mergeDiscoveredModels(
        [],
        discoveredModel ? [{ ...discoveredModel, contextWindow: 32_000 }] : [],
        noFailedUrls,
        now,
      ),
      "gpt-4o",
    );
    expect(row).toMatchObject({ input_context_window: 32_000, input_token_cost: null });
  });

  test("limit an unlimited window to the maximum that can be stored", () => {
    const [discoveredModel] = createModels(localUrl, "a");
    const hugeWindow = Number.MAX_SAFE_INTEGER;
    const row = findRow(
      mergeDiscoveredModels(
        [],
        discoveredModel ? [{ ...discoveredModel, contextWindow: hugeWindow }] : [],
        noFailedUrls,
        now,
      ),
      "a",
    );
    expect(row?.input_context_window).toBe(2 ** 31 - 1);
  });
});

describe("the properties of other vendors' models", () => {
  const createModelFactory =
    (wire: "anthropic" | "google" | "bedrock", url: string, provider: DiscoveredModel["provider"]) =>
    (upstreamId: string, reportedProperties: Partial<DiscoveredModel> = {}): DiscoveredModel => ({
      upstreamId,
      contextWindow: null,
      provider,
      endpoint: { wire, url, keyRef: null },
      ...reportedProperties,
    });
  const createClaude = createModelFactory("anthropic", "https://api.anthropic.com/v1", "Anthropic");
  const createGemini = createModelFactory("google", "https://generativelanguage.googleapis.com/v1beta", "Google");
  const createBedrock = createModelFactory("bedrock", "https://bedrock-runtime.eu-central-1.amazonaws.com", "Bedrock");
  const mergeIntoRow = (discoveredModel: DiscoveredModel) =>
    findRow(mergeDiscoveredModels([], [discoveredModel], noFailedUrls, now), discoveredModel.upstreamId);

  test("include price, windows and images for a dated id", () => {
    expect(mergeIntoRow(createClaude("claude-haiku-4-5-20251001"))).toMatchObject({
      name: "Claude Haiku 4.5",
      input_context_window: 200_000,
      output_token_limit: 64_000,
      input_token_cost: "0.001000000",
      cached_token_cost: "0.000100000",
      supports_images: true,
    });
  });

  test("end the window before the price changes, whatever the server reports", () => {
    const row = mergeIntoRow(createGemini("gemini-2.5-pro", { contextWindow: 1_048_576, outputTokenLimit: 65_536 }));
    expect(row).toMatchObject({ input_context_window: 200_000, output_token_limit: 65_536 });
  });

  test("have no price at another address or at Bedrock, whose prices differ", () => {
    const gatewayEndpoint = { endpoint: { wire: "anthropic", url: "https://gateway/v1", keyRef: null } as const };
    expect(mergeIntoRow(createClaude("claude-opus-5-5", gatewayEndpoint))).toMatchObject({ input_token_cost: null });
    expect(mergeIntoRow(createBedrock("eu.anthropic.claude-sonnet-4-5-20250929-v1:0"))).toMatchObject({
      name: "Claude Sonnet 4.5",
      input_context_window: 200_000,
      input_token_cost: null,
    });
  });

  test("of an unknown model are what the server reports and the minimum of its family", () => {
    const reportedProperties = { name: "Claude Sonnet 9", contextWindow: 5_000_000, outputTokenLimit: 300_000 };
    expect(mergeIntoRow(createClaude("claude-sonnet-9", reportedProperties))).toMatchObject({
      name: "Claude Sonnet 9",
      input_context_window: 5_000_000,
      output_token_limit: 300_000,
      input_token_cost: null,
      supports_images: true,
    });
    expect(mergeIntoRow(createClaude("claude-sonnet-9"))).toMatchObject({
      name: "claude-sonnet-9",
      input_context_window: 200_000,
    });
  });

  test("leave the cached price empty if it is unknown", () => {
    expect(mergeIntoRow(createClaude("claude-fable-5-2"))).toMatchObject({
      input_token_cost: "0.008000000",
      cached_token_cost: null,
    });
  });

  test.each([
    [createGemini("gemma-3-27b-it"), false],
    [createGemini("gemini-2.5-flash"), true],
    [createBedrock("amazon.titan-text-express-v1"), false],
    [createBedrock("mistral.mistral-7b-instruct-v0:2"), false],
    [createBedrock("eu.amazon.nova-lite-v1:0"), true],
  ])("include whether system prompts are supported: $upstreamId", (discoveredModel, isSupported) => {
    expect(mergeIntoRow(discoveredModel)?.supports_system_prompts).toBe(isSupported);
  });
});

describe("the default, cheapest and advanced model", () => {
  test("exactly one model is the default, whatever is found", () => {
    for (const discoveredModel of [
      createModels(localUrl, "a", "b", "c"),
      createModels(openAiUrl, "gpt-5", "gpt-4o"),
      createModels(localUrl, "nomic-embed-text"),
    ]) {
      expect(findMarkedIds(mergeDiscoveredModels([], discoveredModel, noFailedUrls, now), "is_default")).toHaveLength(
        1,
      );
    }
  });

  test("the cheapest and the advanced model are chosen by known prices", () => {
    const rows = mergeDiscoveredModels(
      [],
      createModels(openAiUrl, "gpt-5.4", "gpt-5-nano", "gpt-5.5"),
      noFailedUrls,
      now,
    );
    expect(findMarkedIds(rows, "default_cheapest_model")).toEqual(["gpt-5-nano"]);
    expect(findMarkedIds(rows, "default_advanced_model")).toEqual(["gpt-5.5"]);
  });

  test.each([
    [["scripted-large", "scripted-small"], "scripted-small", "scripted-large"],
    [["llama3.1:70b", "llama3.1:8b"], "llama3.1:8b", "llama3.1:70b"],
    [["qwen3:32b", "qwen3:1.7b"], "qwen3:1.7b", "qwen3:32b"],
    [["one", "two"], "one", "one"],
  ])("without prices, the names of %j decide which is the cheapest", (models, cheapest, advanced) => {
    const rows = mergeDiscoveredModels([], createModels(localUrl, ...models), noFailedUrls, now);
    expect(findMarkedIds(rows, "default_cheapest_model")).toEqual([cheapest]);
    expect(findMarkedIds(rows, "default_advanced_model")).toEqual([advanced]);
  });

  test("an embeddings model is the default only for embeddings", () => {
    const rows = mergeDiscoveredModels([], createModels(localUrl, "nomic-embed-text", "llama"), noFailedUrls, now);
    expect(findRow(rows, "nomic-embed-text")).toMatchObject({ default_embeddings_model: true, is_default: false });
    expect(findMarkedIds(rows, "is_default")).toEqual(["llama"]);
  });
});

describe("connecting a server", () => {
  test("adds the administrator's models; the first becomes the default if only the guide was there", () => {
    const rows = mergeConnectedModels(
      mergeDiscoveredModels([], [], noFailedUrls, now),
      createModels(localUrl, "a", "b"),
      now,
    );
    expect(findRow(rows, "a")).toMatchObject({ origin: "admin", is_available: true, is_default: true });
    expect(findRow(rows, guideId)?.is_default).toBe(false);
  });

  test("keeps the current default", () => {
    const rows = mergeConnectedModels(
      mergeDiscoveredModels([], createModels(localUrl, "a"), noFailedUrls, now),
      createModels("http://gpu/v1", "b"),
      now,
    );
    expect(findMarkedIds(rows, "is_default")).toEqual(["a"]);
  });

  test("again replaces the key of the same models and adds no duplicates", () => {
    const rowsBefore = mergeConnectedModels([], createModels(localUrl, "a"), now);
    const keyedModels = createModels(localUrl, "a").map((model) => ({
      ...model,
      endpoint: { ...model.endpoint, keyRef: "secret:x" },
    }));
    const rowsAfter = mergeConnectedModels(rowsBefore, keyedModels, now);
    expect(rowsAfter).toHaveLength(2);
    expect(findRow(rowsAfter, "a")?.endpoints).toEqual([{ wire: "openai", url: localUrl, keyRef: "secret:x" }]);
  });
});

describe("a further address of a model with known prices", () => {
  const priced = { provider: "OpenAI", name: "GPT-4o mini", input_token_cost: "0.000150000" };
  const further: DiscoveredModel = {
    ...{ upstreamId: "gpt-4o-mini", contextWindow: null, provider: "OpenAI-compatible" },
    endpoint: { wire: "openai", url: localUrl, keyRef: null },
  };

  /** A model of OpenAI's with another server's address. */
  function createRows(): ModelRow[] {
    return mergeDiscoveredModels([], createModels(openAiUrl, "gpt-4o-mini"), noFailedUrls, now).map((row) =>
      row.id === "gpt-4o-mini"
        ? { ...row, endpoints: [...row.endpoints, { ...further.endpoint, isAdded: true }] }
        : row,
    );
  }

  test("does not change its properties when its server is asked for its models again", () => {
    const { rows } = mergeRefreshedModels(createRows(), [further], {
      ...{ endpoint: further.endpoint, now, origin: "admin", areNewOnesAvailable: false },
      isOffered: () => true,
    });
    expect(findRow(rows, "gpt-4o-mini")).toMatchObject(priced);
  });

  test("does not change them when its server is connected, which replaces its key only", () => {
    const keyed = { ...further, endpoint: { ...further.endpoint, keyRef: "secret:x" } };
    const row = findRow(mergeConnectedModels(createRows(), [keyed], now), "gpt-4o-mini");
    expect(row).toMatchObject({ ...priced, origin: "environment", is_available: true });
    expect(row?.endpoints).toMatchObject([{ url: openAiUrl }, { url: localUrl, keyRef: "secret:x", isAdded: true }]);
  });

  test("does not keep them from following the first address's server", () => {
    const [first] = createModels(openAiUrl, "gpt-4o-mini");
    if (!first) throw new Error("one model was created");
    const stale = createRows().map((row) => ({ ...row, input_token_cost: null }));
    const { rows } = mergeRefreshedModels(stale, [first], {
      ...{ endpoint: first.endpoint, now, origin: "environment", areNewOnesAvailable: true },
      isOffered: () => true,
    });
    expect(findRow(rows, "gpt-4o-mini")).toMatchObject(priced);
  });
});
