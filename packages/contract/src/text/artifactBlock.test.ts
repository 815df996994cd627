import { jsonrepair } from "jsonrepair";
import { expect, test } from "vitest";
import { findArtifactBlock, parseArtifactBlock } from "./artifactBlock.ts";

const block = {
  instructions: "Draw a chart.",
  includeArtifactsId: ["Chart-0000001"],
  id: "Chart-0000001",
  name: "Chart",
  description: "Sales",
  type: "react",
};
const fence = (json: string) => `Here it is.\n\n\`\`\`autoArtifacts\n${json}\n\`\`\`\n`;
const parse = (content: string) => parseArtifactBlock(content, jsonrepair);

test("a block has instructions, ids of included artifacts, an id, a name, a description and a type [C3.11]", () => {
  expect(parse(fence(JSON.stringify(block)))).toEqual({ state: "parsed", block });
});

test("JSON with the usual mistakes of models is repaired", () => {
  const broken = "{'instructions': 'Draw\na chart.', name: \"Chart\", \"type\": 'react',";
  expect(parse(fence(broken))).toMatchObject({ state: "parsed", block: { name: "Chart", type: "react" } });
  expect(parse(`\`\`\`autoArtifacts\n{"instructions": "Draw", "name": "Cut off`)).toMatchObject({
    state: "parsed",
    block: { name: "Cut off" },
  });
});

test("what is no request is broken, and other text is none", () => {
  for (const source of ["An artifact, please.", "[]", "{}", '{"name": "No instructions"}', ""]) {
    expect(parse(fence(source))).toMatchObject({ state: "broken" });
  }
  expect(parse("No block, and `autoArtifacts` only in a sentence.")).toEqual({ state: "none" });
  expect(parse("```json\n{}\n```")).toEqual({ state: "none" });
});

test("members that are not what they should be are replaced by their defaults", () => {
  const odd = { ...block, id: 7, includeArtifactsId: "x", type: "exe", __proto__: { polluted: true } };
  expect(parse(fence(JSON.stringify(odd)))).toMatchObject({
    state: "parsed",
    block: { id: "", includeArtifactsId: [], type: "" },
  });
});

test("a block ends with a fence of its kind, at least as long as the first, or with the text", () => {
  const inner = '{"instructions": "Write\n```\n"}';
  expect(findArtifactBlock(`\`\`\`\`autoArtifacts\n${inner}\n\`\`\`\`\n\n`)?.source).toBe(`${inner}\n`);
  expect(findArtifactBlock("```autoArtifacts\n{")?.source).toBe("{");
});

test("a block that is quoted in another fence, or that text follows, is an example", () => {
  const request = fence(JSON.stringify(block));
  for (const outer of ["````markdown", "~~~", "~~~~md"]) {
    const close = outer.replace(/\w+$/, "");
    expect(parse(`An example:\n${outer}\n${request}\n${close}\n`)).toEqual({ state: "none" });
    expect(parse(`${outer}\n${request}\n${close}\n${request}`)).toEqual({ state: "parsed", block });
    expect(parse(`${outer}\n${request}\n`)).toEqual({ state: "none" });
  }
  expect(parse(`${request}\nThat is how a request looks.`)).toEqual({ state: "none" });
  expect(parse(`${fence("{}")}\nThen:\n${request}\n \n`)).toEqual({ state: "parsed", block });
  expect(parse(`${request}\n\`\`\`js\ncode\n\`\`\`\n`)).toEqual({ state: "none" });
});
