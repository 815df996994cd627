import { type AvailableModels, defaultUserSettings, type Model } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { modelsQuery } from "../../entities/models/useModels.ts";
import { ModelVisibilitySection } from "./ModelVisibilitySection.tsx";

const models = ["gpt-5", "llama3", "o3-mini", "mistral-large", "claude-opus-4", "qwen3"].map(
  (id): Model => ({
    id,
    name: `Model ${id}`,
    provider: "OpenAI-compatible",
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
  }),
);

function draw(defaultId: string, hiddenModelIds: string[] = []): string {
  const cache = new QueryClient();
  const defaultModel = models.find(({ id }) => id === defaultId) ?? null;
  const available: AvailableModels = { models, default: defaultModel, cheapest: null, advanced: null };
  cache.setQueryData(modelsQuery.queryKey, available);
  const settings = { ...defaultUserSettings, hiddenModelIds };
  return renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <ModelVisibilitySection settings={settings} problem={null} onChange={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

test("[A3.23] [A3.11] each family is a group with the switches of its models, which are on unless the model is hidden", () => {
  const groups = draw("gpt-5", ["llama3", "o3-mini"]).split('role="group" aria-label="').slice(1);
  const listSwitches = (group: string) =>
    group
      .split('role="switch"')
      .slice(1)
      .map((field) => {
        const isOn = /^[^>]*checked=""/.test(field);
        return `${isOn ? "*" : ""}${/Model ([\w.-]+)/.exec(field)?.[1]}`;
      });
  expect(groups.map((group) => [group.slice(0, group.indexOf('"')), listSwitches(group)])).toEqual([
    ["OpenAI", ["*gpt-5", "o3-mini"]],
    ["Claude", ["*claude-opus-4"]],
    ["Mistral", ["*mistral-large"]],
    ["Llama", ["llama3"]],
    ["Other", ["*qwen3"]],
  ]);
});

test("[A5.22] only the switch of the default model is disabled, and says why", () => {
  for (const defaultId of ["llama3", "o3-mini"]) {
    const fields = draw(defaultId).split("<input").slice(1);
    const disabledFields = fields.filter((field) => /^[^>]*disabled=""/.test(field));
    expect(disabledFields).toHaveLength(1);
    expect(disabledFields[0]).toContain(`Model ${defaultId}<`);
    expect(fields.filter((field) => field.includes("The default model cannot be hidden."))).toEqual(disabledFields);
  }
});
