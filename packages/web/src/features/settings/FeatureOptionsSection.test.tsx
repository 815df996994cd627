import { defaultUserSettings, type FeatureOptions, type FlagName } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { FeatureOptionsSection } from "./FeatureOptionsSection.tsx";

const flagsOfAll = ["artifacts", "focusedMessages", "pluginsOnInput", "highlighter", "memory"] as const;

/** Returns the labels of the section's switches with these flags on. Those that are on come with a `*`. */
function listSwitches(flagsOn: readonly FlagName[], featureOptions: FeatureOptions): string[] {
  const cache = new QueryClient();
  cache.setQueryData(flagsQuery.queryKey, Object.fromEntries(flagsOn.map((flag) => [flag, true])) as never);
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <FeatureOptionsSection
          settings={{ ...defaultUserSettings, featureOptions }}
          problem={null}
          onChange={() => {}}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return html
    .split('role="switch"')
    .slice(1)
    .map((field) => {
      const isOn = /^[^>]*checked=""/.test(field);
      return `${isOn ? "*" : ""}${/>([^<]+)<\/span><p/.exec(field)?.[1]}`;
    });
}

const allOff: FeatureOptions = {
  includeArtifacts: false,
  includeFocusedMessages: false,
  includePluginSelector: false,
  includeHighlighter: false,
  includeMemory: false,
};

test("[A2.62] the optional features are artifacts, focused messages, feature selector, highlighter and memory", () => {
  const labels = ["Artifacts", "Smart focused messages", "Feature selector", "Highlighter", "Memory"];
  expect(listSwitches(flagsOfAll, allOff)).toEqual(labels);
  for (const [index, name] of Object.keys(allOff).entries()) {
    expect(listSwitches(flagsOfAll, { ...allOff, [name]: true })).toEqual(labels.with(index, `*${labels[index]}`));
  }
});

test("[C1.12] [A1.10] an optional feature is listed only with its flag", () => {
  expect(listSwitches(["memory"], allOff)).toEqual(["Memory"]);
  expect(listSwitches([], allOff)).toEqual([]);
});
