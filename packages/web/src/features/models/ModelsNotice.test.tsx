import type { AvailableModels, Model } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { CallError } from "../../lib/callError.ts";
import { ModelSelector } from "./ModelSelector.tsx";
import { ModelsNotice } from "./ModelsNotice.tsx";

const createModel = (changes: Partial<Model>): Model => ({
  id: "m1",
  name: "Model One",
  provider: "OpenAI",
  description: "",
  inputContextWindow: 8_192,
  outputTokenLimit: 4_096,
  inputTokenCost: null,
  outputTokenCost: null,
  cachedTokenCost: null,
  supportsImages: false,
  supportsSystemPrompts: true,
  isBuiltIn: false,
  isDefault: false,
  ...changes,
});
const guide = createModel({
  id: "guide",
  name: "Built-in guide",
  provider: "Guide",
  isBuiltIn: true,
});
const createAvailableModels = (...models: Model[]): AvailableModels => ({
  default: models[0] ?? null,
  cheapest: null,
  advanced: null,
  models,
});

async function render(reply: AvailableModels | Error | null, isAdmin = false) {
  const client = new QueryClient({
    defaultOptions: { queries: { retryOnMount: false } },
  });
  if (reply instanceof Error)
    await client.prefetchQuery({
      ...modelsQuery,
      queryFn: () => Promise.reject(reply),
      retry: false,
    });
  else if (reply) client.setQueryData(modelsQuery.queryKey, reply);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <main>
          <ModelsNotice isAdmin={isAdmin} />
          <ModelSelector value="m1" onChange={() => {}} />
        </main>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const body = html.slice(html.indexOf("<main"));
  return {
    body,
    text: body
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  };
}

describe("the models", () => {
  test("[C2.05] the selector shows that models are loading", async () => {
    const { text } = await render(null);
    expect(text).toBe("Loading Models...");
  });

  test("[A8.34] a failure shows its title, its message and a retry button", async () => {
    const { text } = await render(
      new CallError("Error calling GET - /available_models: Bad Gateway.", {
        status: 502,
        requestId: "r1",
      }),
    );
    expect(text).toContain("Failed to Retrieve Models");
    expect(text).toContain("There was a problem retrieving the available models, please contact our support team.");
    expect(text).toContain("Try again");
    expect(text).toContain("r1");
  });

  test("the selector shows the selected model", async () => {
    const { body, text } = await render(createAvailableModels(createModel({}), guide));
    expect(body).toMatch(/<input[^>]*value="Model One"/);
    expect(text).not.toContain("guide answers");
  });

  test("without a language model an administrator can connect one, and others are told to ask one", async () => {
    const adminHtml = await render(createAvailableModels(guide), true);
    expect(adminHtml.body).toMatch(/<button.*Connect a model/s);
    const userHtml = await render(createAvailableModels(guide));
    expect(userHtml.text).toContain("The built-in guide answers until an administrator connects a language model.");
    expect(userHtml.text).not.toContain("Connect a model");
  });
});
