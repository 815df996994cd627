import { defaultUserSettings, type FlagName } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { FeatureOptionsSection } from "./FeatureOptionsSection.tsx";

/** Returns the switches of the section as `label: state`, with these flags on. */
function listSwitches(...flagsOn: FlagName[]): string[] {
  const cache = new QueryClient();
  cache.setQueryData(flagsQuery.queryKey, Object.fromEntries(flagsOn.map((flag) => [flag, true])) as never);
  const html = renderToString(
    <QueryClientProvider client={cache}>
      <MantineProvider>
        <FeatureOptionsSection settings={defaultUserSettings} problem={null} onChange={() => {}} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return html
    .split('role="switch"')
    .slice(1)
    .map((field) => {
      const isOn = /^[^>]*checked=""/.test(field);
      return `${/>([^<]+)<\/span><p/.exec(field)?.[1]}: ${isOn ? "on" : "off"}`;
    });
}

test("[A2.62] the optional features are artifacts, focused messages, feature selector, highlighter and memory, each only with its flag", () => {
  expect(listSwitches("artifacts", "pluginsOnInput", "highlighter", "memory")).toEqual([
    "Artifacts: off",
    "Smart focused messages: on",
    "Feature selector: on",
    "Highlighter: off",
    "Memory: off",
  ]);
  expect(listSwitches("memory")).toEqual(["Memory: off"]);
  expect(listSwitches()).toEqual([]);
});
