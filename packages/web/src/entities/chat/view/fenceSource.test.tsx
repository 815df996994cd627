import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { lazy } from "../../../lib/preload/lazy.ts";
import { FenceContributionsContext, type FenceProps } from "../../../ui/markdown/fences/fenceContributions.ts";
import { Markdown } from "../../../ui/markdown/Markdown.tsx";
import { AnswerSourceContext, useFenceSource } from "./fenceSource.ts";

function Place({ code }: FenceProps) {
  const source = useFenceSource();
  return <i>{`${code}: ${source ? `${source.conversationId} ${source.messageId} ${source.index}` : "nowhere"};`}</i>;
}

const places = [{ languages: ["place"], Component: lazy(async () => ({ default: Place })) }];
const answer = { conversationId: "c1", messageId: "m1" };

/** Renders a text, and returns what its fences of the language `place` say. */
async function listPlaces(source: string, value: typeof answer | null = answer): Promise<string[]> {
  const { prelude } = await prerender(
    <FenceContributionsContext value={places}>
      <AnswerSourceContext value={value}>
        <Markdown source={source} />
      </AnswerSourceContext>
    </FenceContributionsContext>,
  );
  const markup = await new Response(prelude).text();
  return Array.from(markup.matchAll(/<i>(.*?);<\/i>/g), ([, text = ""]) => text);
}

const fence = (code: string, language = "place") => `\`\`\`${language}\n${code}\n\`\`\``;
const indent = (text: string, by: string) => text.replaceAll(/^/gm, by);

test("a fence knows the message and its position among all fences of the message, also in lists and quotes", async () => {
  const text = [
    fence("a"),
    "Words, and an indented block:",
    "    ```place",
    `- first\n\n${indent(fence("b"), "  ")}\n- second\n  1. third\n\n${indent(`${fence("x", "js")}\n\n${fence("d")}`, "     ")}`,
    `${indent(`- quoted\n\n${indent(fence("e"), "  ")}`, "> ")}\n>\n${indent(fence("f"), "> ")}`,
    fence("y", "js"),
    "Words",
    fence("h").replaceAll("```", "~~~"),
  ].join("\n\n");
  expect(await listPlaces(text)).toEqual(
    ["a: c1 m1 0", "b: c1 m1 1", "d: c1 m1 3", "e: c1 m1 4", "f: c1 m1 5", "h: c1 m1 7"], //
  );
});

test("the fences of a text that is not stored are nowhere", async () => {
  expect(await listPlaces(fence("a"), null)).toEqual(["a: nowhere"]);
});
