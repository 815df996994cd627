import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatThoughts } from "../../../testing/modelServer/oddAnswers.ts";
import { type ModelServer, startModelServer } from "../../../testing/modelServer/startModelServer.ts";
import { createModelProviders } from "../createModelProviders.ts";
import type { ModelEvent, ModelProvider, ModelProviders } from "../modelProvider.ts";
import { buildModelCall, collect, textOf } from "../testing/modelProviderConformance.ts";
import { createChatStreamReader } from "./chatStreamReader.ts";

let server: ModelServer;
let providers: ModelProviders;
let provider: ModelProvider;

beforeAll(async () => {
  server = await startModelServer();
});
beforeEach(() => {
  server.reset();
  providers = createModelProviders(pino({ level: "silent" }));
  provider = providers.open({ wire: "openai", url: server.url, key: "" });
});
afterAll(async () => {
  await providers.close();
  await server.close();
});

const readDeltas = (...deltas: object[]): ModelEvent[] => {
  const reader = createChatStreamReader(1024 * 1024);
  for (const delta of deltas) {
    const choices = [{ index: 0, delta, finish_reason: null }];
    reader.feed(Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`));
  }
  reader.feed(Buffer.from("data: [DONE]\n\n"));
  return reader.pendingEvents;
};
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8DAwMDAxAADDAwAHwYCAwx0vNAAAAAASUVORK5CYII=";
const reasoningOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "reasoning" ? event.text : "")).join("");

test("vLLM with the templates of Mistral and Gemma gets alternating roles after questions without an answer", async () => {
  const { signal } = new AbortController();
  const messages = [
    { role: "user", content: "Failed." },
    { role: "user", content: "Stopped." },
    { role: "assistant", content: "" },
    { role: "user", content: "Now? [[alternate]]" },
  ] as const;
  await collect(provider.stream({ model: "scripted-large", messages: [...messages], signal }));
  expect(server.chats().at(-1)?.body?.messages).toEqual([
    { role: "user", content: "Failed.\n\nStopped.\n\nNow? [[alternate]]" },
  ]);
});

test("they get a question before an answer that begins an imported chat, and other servers do not", async () => {
  const { signal } = new AbortController();
  const ask = async (question: string) => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "assistant", content: "Hello." },
      { role: "user", content: question },
    ] as const;
    await collect(provider.stream({ model: "scripted-large", messages: [...messages], signal }));
  };
  await ask("Now?");
  await ask("Now? [[alternate]]");
  await ask("Now? [[alternate]]");
  const [asSent, withQuestion] = [
    ["system", "assistant", "user"],
    ["system", "user", "assistant", "user"],
  ];
  expect(server.chats().map(({ body }) => body?.messages?.map(({ role }) => role))).toEqual([
    asSent,
    asSent,
    withQuestion,
    withQuestion,
  ]);
});

test("vLLM with the templates of Gemma gets the instructions within the first question, and from then on", async () => {
  const { signal } = new AbortController();
  const question = "One? [[refuses: system]] [[answer: Yes.]]";
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: question },
  ] as const;
  const ask = () => collect(provider.stream({ model: "scripted-large", messages: [...messages], signal }));
  expect(textOf(await ask())).toBe("Yes.");
  expect(textOf(await ask())).toBe("Yes.");
  expect(server.chats()).toHaveLength(3);
  expect(server.chats().at(-1)?.body?.messages).toEqual([{ role: "user", content: `Be brief.\n\n${question}` }]);
});

test("Groq and Cerebras get no thoughts back that they refuse", async () => {
  const { signal } = new AbortController();
  const question = '[[refuses: reasoning]] [[call: find {"query":1}]] [[answer: It is {results}]]';
  const call = { id: "call_1", name: "find", arguments: '{"query":1}' };
  const wireParts = { wire: "openai", model: "scripted-large", parts: [{ reasoning: "Find it." }] } as const;
  const messages = [
    { role: "user", content: question },
    { role: "assistant", content: "", toolCalls: [call], wireParts },
    { role: "tool", toolCallId: "call_1", toolName: "find", content: "42" },
  ] as const;
  const tools = [{ name: "find", parameters: { type: "object" } }];
  const events = await collect(provider.stream({ model: "scripted-large", messages: [...messages], tools, signal }));
  expect(textOf(events)).toBe("It is 42");
  expect(server.chats().map(({ body }) => JSON.stringify(body).includes("Find it."))).toEqual([true, false]);
});

describe("a parameter that a server refuses", () => {
  const tools = [{ name: "find", parameters: { type: "object" } }];
  const settings = { maxTokens: 50, temperature: 0.5, topP: 0.5, stop: ["END"], parallelToolCalls: false, tools };
  test.each([
    ["max_tokens", "gateways before OpenAI’s reasoning models", { max_completion_tokens: 50, temperature: 0.5 }],
    ["temperature", "OpenAI’s reasoning models", { max_tokens: 50 }],
    ["top_p", "OpenAI’s reasoning models behind gateways", { max_tokens: 50, temperature: 0.5 }],
    ["parallel_tool_calls", "OpenAI’s reasoning models", { max_tokens: 50, stop: ["END"] }],
    ["stream_options", "servers with strict schemas, such as older Mistral", { max_tokens: 50, temperature: 0.5 }],
  ])("%s (%s) is left out or renamed at once, and from then on", async (name, _, expected) => {
    const ask = () => collect(provider.stream(buildModelCall(`[[refuses: ${name}]] [[answer: Yes.]]`, settings)));
    expect(textOf(await ask())).toBe("Yes.");
    expect(textOf(await ask())).toBe("Yes.");
    expect(server.chats()).toHaveLength(3);
    expect(server.chats().at(-1)?.body).toMatchObject(expected);
    expect(server.chats().at(-1)?.body).not.toHaveProperty(name);
  });
  test("in an event of a stream that has status 200 (LM Studio) is left out, too", async () => {
    const question = "[[refuses: temperature]] [[inevent]] [[answer: Yes.]]";
    expect(textOf(await collect(provider.stream(buildModelCall(question, settings))))).toBe("Yes.");
    expect(server.chats().at(-1)?.body).not.toHaveProperty("temperature");
  });
  test("stop (OpenAI’s reasoning models) is left out, and the answer ends there nevertheless", async () => {
    const question = "[[refuses: stop]] [[answer: One END two.]]";
    const ask = () => collect(provider.stream(buildModelCall(question, { stop: ["END"] })));
    for (const events of [await ask(), await ask()]) {
      expect(textOf(events)).toBe("One ");
      expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
    }
    expect(server.chats()).toHaveLength(3);
    expect(server.chats().at(-1)?.body).not.toHaveProperty("stop");
  });
});

describe("function calls", () => {
  const joinCalls = (events: readonly ModelEvent[]) => {
    const calls: { name: string; arguments: string }[] = [];
    for (const event of events) {
      if (event.type !== "toolCall") continue;
      const { name, arguments: args } = calls[event.index] ?? { name: "", arguments: "" };
      calls[event.index] = { name: name + (event.name ?? ""), arguments: args + (event.arguments ?? "") };
    }
    return calls;
  };
  const one = { name: "find", arguments: '{"query":1}' };
  const two = { name: "find", arguments: '{"query":2}' };
  test.each([
    ["oneindex", "in parallel with one index (Ollama)"],
    ["noid", "in parallel with one index and no id (older Ollama)"],
    ["noindex", "without an index (Gemini)"],
    ["fromone", "counted from 1 (gateways)"],
    ["repeated", "whose parts repeat the name (gateways)"],
    ["object", "with an object of arguments (Ollama’s own format)"],
    ["sameid", "whose id is the function’s name (gateways to Gemini)"],
    ["again", "that are sent once more as a whole (gateways that add up the parts)"],
    ["channel", "whose name has remnants of Harmony (gpt-oss)"],
    ["legacy", "in the field function_call (gateways with the old format)", [one]],
    ["dropped", "that are announced and not sent (vLLM with the wrong parser)", []],
  ])("%s: calls %s are told apart", async (form, _, expected = [one, two]) => {
    const question = `[[calls: ${form}]] [[call: find {"query":1}]] [[call: find {"query":2}]]`;
    const tools = [{ name: "find", parameters: { type: "object" } }];
    const events = await collect(provider.stream(buildModelCall(question, { tools })));
    expect(joinCalls(events)).toEqual(expected);
    const ids = events.flatMap((event) => (event.type === "toolCall" && event.id ? [event.id] : []));
    expect(new Set(ids).size).toBe(expected.length);
    expect(events.at(-1)).toEqual({ type: "finish", reason: "toolCalls" });
  });

  test("without an id get one that Mistral’s templates accept", () => {
    const [event] = readDeltas({ tool_calls: [{ function: { name: "find", arguments: "{}" } }] });
    expect(event).toMatchObject({ id: expect.stringMatching(/^[a-z0-9]{9}$/) });
  });

  const delta = (index: number, id: string, args: string) => ({
    tool_calls: [{ index, id, type: "function", function: { name: "find", arguments: args } }],
  });
  test("that are sent again with other spaces (gateways that write the JSON anew) are not made twice", () => {
    expect(joinCalls(readDeltas(delta(0, "a", '{"query":1}'), delta(0, "a", '{ "query": 1.0 }')))).toEqual([one]);
  });

  test("that are sent again with other arguments are not made twice if each call has its own index", () => {
    const [first, second] = [delta(0, "a", '{"query":1}'), delta(1, "b", '{"query":2}')];
    const again = [delta(0, "a", '{"query":1,"limit":null}'), delta(1, "b", '{"query":2,"limit":null}')];
    expect(joinCalls(readDeltas(first, second, ...again))).toEqual([one, two]);
    expect(joinCalls(readDeltas(delta(0, "find", '{"query":1}'), delta(0, "find", '{"query":2}')))).toEqual([one, two]);
  });

  test("without an index and with empty ids, in one event (Gemini), are told apart", () => {
    const call = (query: number) => ({ id: "", function: { name: "find", arguments: `{"query":${query}}` } });
    expect(joinCalls(readDeltas({ tool_calls: [call(1), call(2)] }))).toEqual([one, two]);
  });
});

describe("thoughts", () => {
  const content = (text: string) => [...text].map((character) => ({ content: character }));
  const think = (form: string) =>
    collect(provider.stream(buildModelCall(`[[thoughts: ${form}]] [[think: Six times seven.]] [[answer: It is 42.]]`)));
  test.each([
    ["tags", "in tags (Qwen, DeepSeek R1)"],
    ["harmony", "in Harmony’s channels (gpt-oss)"],
  ] as const)("%s: thoughts %s are reasoning, also if every character is an event", async (form, _) => {
    const text = formatThoughts("Six times seven.", "It is 42.", form);
    for (const events of [await think(form), readDeltas(...content(text))]) {
      expect(reasoningOf(events).trim()).toBe("Six times seven.");
      expect(textOf(events)).toBe("It is 42.");
    }
  });
  test.each([
    ["[THINK]", "[/THINK]", "Magistral"],
    ["<thought>", "</thought>", "Gemini’s OpenAI-compatible API"],
    ["<seed:think>", "</seed:think>", "Seed-OSS"],
    ["◁think▷", "◁/think▷", "Kimi-VL"],
    ["<|START_THINKING|>", "<|END_THINKING|>", "Command A"],
  ])("within %s … %s (%s) are reasoning", (open, close) => {
    const events = readDeltas(...content(`${open}Six times seven.${close}\n\nIt is 42.`));
    expect(reasoningOf(events)).toBe("Six times seven.");
    expect(textOf(events)).toBe("It is 42.");
  });
  test("that only end, on a line of their own (QwQ and Qwen 3 in vLLM, whose template begins them), were all text so far", async () => {
    const thoughts = "The person wants a number.\n```\n</think>\n```\n6 times 7.\n";
    const events = readDeltas(...content(`${thoughts}</think>\n\nIt is 42.\n</think>`));
    const end = events.findIndex(({ type }) => type === "thoughtsEnd");
    expect((await think("endtag")).map((event) => (event.type === "text" ? event.text : event.type)).join("")).toBe(
      "Six times seven.\nthoughtsEndIt is 42.usagefinish",
    );
    expect(textOf(events.slice(0, end))).toBe(thoughts);
    expect(textOf(events.slice(end))).toBe("It is 42.\n</think>");
    expect(readDeltas(...content("</think>\n\nIt is 42.")).map(({ type }) => type)[0]).toBe("thoughtsEnd");
  });
  test("in Harmony without its marks (gpt-oss in servers that remove special tokens) were all text so far", () => {
    const events = readDeltas(...content("analysisThe person asks.assistantfinalIt is 42."));
    const end = events.findIndex(({ type }) => type === "thoughtsEnd");
    expect(textOf(events.slice(0, end))).toBe("analysisThe person asks.");
    expect(textOf(events.slice(end))).toBe("It is 42.");
  });
  test.each([
    ["parts", "in parts of the content (Mistral)"],
    ["summary", "in parts of the content as a summary (Databricks)"],
    ["details", "in reasoning_details (OpenRouter)"],
    ["blocks", "in two fields (LiteLLM)"],
  ])("%s: thoughts %s are reasoning", async (form) => {
    const events = await think(form);
    expect(reasoningOf(events)).toBe("Six times seven.");
    expect(textOf(events)).toBe("It is 42.");
  });
  test.each([
    "`<think>` opens the notes, `</think>` closes them.",
    "<b>\n<think>\n</think>\nx",
    "a </think>\nb",
    "1 < 2",
    "<thin",
    "Marks: <|channel|>",
    "analysisResult is a name",
    "analysis of tides",
    "analysis",
    "The words assistantfinal",
  ])("are not what an answer writes about them: %s", (text) => expect(textOf(readDeltas(...content(text)))).toBe(text));
});

test.each([
  ["finish reason error (gateways)", { delta: {}, finish_reason: "error" }, "cut"],
  ["finish reason abort (SGLang)", { delta: {}, finish_reason: "abort" }, "cut"],
  ["finish reason insufficient_system_resource (DeepSeek)", { finish_reason: "insufficient_system_resource" }, "cut"],
  ["finish reason network_error (Zhipu)", { finish_reason: "network_error" }, "cut"],
  ["an error in the choice (OpenRouter)", { delta: {}, finish_reason: "error", error: { code: 502 } }, "serverError"],
])("an answer with %s is not complete", (_, choice, kind) => {
  const reader = createChatStreamReader(1024 * 1024);
  const feed = () => reader.feed(Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`));
  expect(feed).toThrow(expect.objectContaining({ kind }));
});

test("the text of the event that says that the answer broke off (gateways) is kept, and what was held back before it", () => {
  const reader = createChatStreamReader(1024 * 1024);
  const feed = (choice: object) =>
    reader.feed(Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`));
  feed({ delta: { content: "<think>Six" } });
  expect(() => feed({ delta: { content: " times <" }, finish_reason: "error" })).toThrow();
  reader.end();
  expect(reasoningOf(reader.pendingEvents)).toBe("Six times <");
});

describe("a picture in an answer", () => {
  const image = (url: string) => ({ type: "image_url", image_url: { url } });
  test.each([
    ["in its own field (OpenRouter, LiteLLM)", { content: "", images: [image(`data:image/png;base64,${pixel}`)] }],
    ["as a part of the content (gateways)", { content: [image(`data:image/png;base64,${pixel}`)] }],
  ])("%s is a part of its text", (_, delta) => {
    expect(textOf(readDeltas({ content: "Here:" }, delta, { content: "A tide." }))).toBe(
      `Here:\n\n![Picture](data:image/png;base64,${pixel})\n\nA tide.`,
    );
  });
  test("that is elsewhere is a link, and one that cannot be shown is mentioned", () => {
    expect(textOf(readDeltas({ images: [image("https://example.org/a b.png")] }))).toBe(
      "\n\n[Picture](<https://example.org/a%20b.png>)\n\n",
    );
    for (const url of ["data:image/svg+xml;base64,AAAA", "data:image/png;base64,A)B", "javascript:x", ""])
      expect(textOf(readDeltas({ images: [image(url)] }))).toContain("cannot be shown");
  });
});

describe("the pages that a model with its own search names", () => {
  const read = (...chunks: object[]) => {
    const reader = createChatStreamReader(1024 * 1024);
    for (const chunk of chunks) reader.feed(Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`));
    reader.feed(Buffer.from("data: [DONE]\n\n"));
    return textOf(reader.pendingEvents);
  };
  const chunk = (delta: object, more: object = {}, finish: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });

  test("beside every part of the text (Perplexity) are the targets of its numbers and a list, once", () => {
    const pages = {
      citations: ["https://example.org/high", "https://example.org/low", "javascript:x"],
      search_results: [{ title: "High [water]", url: "https://example.org/high" }],
    };
    const text = read(
      chunk({ content: "At six [1], " }, pages),
      chunk({ content: "at noon [2]." }, pages),
      chunk({}, pages, "stop"),
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 }, ...pages },
    );
    expect(text).toBe(
      "At six [1], at noon [2].\n\n[1]: <https://example.org/high>\n[2]: <https://example.org/low>\n\n" +
        "1. [High water](<https://example.org/high>)\n2. [example.org/low](<https://example.org/low>)\n3. –\n",
    );
  });

  test("in annotations (OpenAI, OpenRouter) are a list", () => {
    const annotations = [
      { type: "url_citation", url_citation: { url: "https://example.org/a>b", title: "Tides" } },
      { type: "file" },
    ];
    const text = read(chunk({ content: "At six.", annotations }), chunk({ annotations }, {}, "stop"));
    expect(text).toBe("At six.\n\n[1]: <https://example.org/a%3Eb>\n\n1. [Tides](<https://example.org/a%3Eb>)\n");
  });

  test("are no answer by themselves", () => {
    expect(read(chunk({}, { citations: ["https://example.org/high"] }, "stop"))).toBe("");
  });
});

test("white space alone is not held back for ever", () => {
  const reader = createChatStreamReader(1024 * 1024);
  const choices = [{ index: 0, delta: { content: "\n".repeat(300) } }];
  reader.feed(Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`));
  expect(textOf(reader.pendingEvents)).toBe("\n".repeat(300));
});

test.each([
  ["Google behind a gateway", "MAX_TOKENS", "length"],
  ["Mistral", "model_length", "length"],
  ["Anthropic behind a gateway", "end_turn", "stop"],
  ["Google behind a gateway", "SAFETY", "contentFilter"],
  ["Zhipu", "sensitive", "contentFilter"],
])("the finish reason of %s, %s, is %s", async (_, reason, expected) => {
  const events = await collect(provider.stream(buildModelCall(`[[answer: Yes.]] [[finish: ${reason}]]`)));
  expect(events.at(-1)).toEqual({ type: "finish", reason: expected });
});

describe("a stream", () => {
  test.each([
    ["crlf", "whose lines end with CR LF (servers on .NET)"],
    ["nospace", "without a space after the colon (older gateways)"],
    ["comments", "with comments that keep it alive (OpenRouter)"],
    ["fields", "with empty fields in every event (gateways)"],
    ["nochoice", "with events without a choice or a delta (Azure, LiteLLM)"],
    ["choicetext", "with the text in the choice (servers of OpenAI’s older completions)"],
    ["contentparts", "with the text in parts (Mistral)"],
    ["words", "whose finish reason is “null”, and then in upper case (gateways to DashScope and Google)"],
  ])("%s: %s is read", async (form) => {
    const events = await collect(provider.stream(buildModelCall(`[[stream: ${form}]] [[answer: It is **42**.]]`)));
    expect(textOf(events)).toBe("It is **42**.");
    expect(events.at(-1)).toEqual({ type: "finish", reason: "stop" });
  });

  const feed = (text: string) => {
    const reader = createChatStreamReader(1024 * 1024);
    reader.feed(Buffer.from(text));
    return reader;
  };
  test.each([
    ['{"message":"The model crashed."}', "serverError"],
    ['{"detail":"This model\'s maximum context length is 4096 tokens."}', "contextTooLong"],
    ["upstream connect error", "serverError"],
  ])("ends at an event that is named error (LM Studio, gateways): %s", (data, kind) => {
    expect(() => feed(`event: error\ndata: ${data}\n\n`)).toThrow(expect.objectContaining({ kind }));
  });
  test("may end with white space after [DONE], and have its usage in the choice (Moonshot)", () => {
    const choices = [{ index: 0, delta: {}, finish_reason: "stop", usage: { prompt_tokens: 3, completion_tokens: 2 } }];
    const reader = feed(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE] \n\n`);
    expect(reader.usage).toMatchObject({ inputTokens: 3, outputTokens: 2 });
    expect(reader.isDone).toBe(true);
  });
});

test("a refusal (OpenAI) is the answer’s text", () => {
  expect(textOf(readDeltas({ content: null, refusal: "" }, { refusal: "I can’t help." }))).toBe("I can’t help.");
});
