import { describe, expect, test } from "vitest";
import type { ModelPassage } from "../modelProvider.ts";
import { describeModelProvider } from "../testing/modelProviderConformance.ts";
import { buildGuideAnswer, guideDisclaimer } from "./buildGuideAnswer.ts";
import { createGuideProvider } from "./guideProvider.ts";

describeModelProvider("built-in guide", createGuideProvider, "How do I connect a model?");

describe("the built-in guide", () => {
  test.each(["", "How do I connect a model?", "show a table", "xyzzy", "Tell me about penguins"])(
    "says in its answer to %j that it is not a language model",
    (question) => {
      expect(buildGuideAnswer(question).startsWith(guideDisclaimer)).toBe(true);
      expect(guideDisclaimer).toContain("not a language model");
    },
  );

  test.each([
    ["How do I connect a model?", "**Connecting a model**"],
    ["Where are my chats stored?", "**Where chats are stored**"],
    ["Can I pin a chat?", "**Finding and organizing chats**"],
    ["Can I use it in German?", "**Language**"],
    ["What happens when the model is busy?", "**When a model is busy or an answer fails**"],
    ["Does it retry if an answer fails?", "**When a model is busy or an answer fails**"],
    ["how can I stop it", "**Stopping an answer**"],
    ["Which keyboard shortcuts are there?", "**Keyboard**"],
    ["can you write latex formulas", "**What answers can show**"],
    ["what is the temperature", "**Advanced settings**"],
    ["I want to rename a conversation", "**Finding and organizing chats**"],
    ["light theme", "**Dark and light theme**"],
    ["How do I edit my message?", "**Editing messages**"],
    ["Where are my prompts?", "**Prompts and custom instructions**"],
    ["Can I import my ChatGPT conversations?", "**Exporting and importing chats**"],
    ["How do I make a folder?", "**Finding and organizing chats**"],
    ["can you draw a diagram", "**What answers can show**"],
    ["How do I attach a PDF?", "**Attaching documents**"],
    ["Which file types are supported?", "**File types and size limits**"],
    ["How do I tag uploaded files?", "**Your Files**"],
    ["What does a citation number mean?", "**Sources of an answer**"],
    ["How do I create an assistant?", "**Assistants**"],
    ["Can I share an assistant with my course?", "**Assistants**"],
    ["What are API capabilities?", "**What assistants can call**"],
    ["Can an assistant call an API?", "**What assistants can call**"],
    ["Why does the assistant ask me to allow an operation?", "**What assistants can call**"],
  ])("answers %j with the passage %s", (question, passage) => {
    expect(buildGuideAnswer(question)).toContain(passage);
  });

  test("lists its topics if nothing matches", () => {
    const answer = buildGuideAnswer("xyzzy");
    expect(answer).toContain("- Connecting a model");
    expect(answer).toContain("show everything");
  });

  test("answers a greeting without saying that nothing was found", () => {
    for (const question of ["Hello!", "Hi, what can you do?", "What can you do"]) {
      expect(buildGuideAnswer(question)).toContain("I can tell you about:");
      expect(buildGuideAnswer(question)).not.toContain("found nothing");
    }
    expect(buildGuideAnswer("xyzzy")).toContain("I found nothing");
  });

  test.each([
    ["show a table", /^\| Planet/m],
    ["show code", /^```python/m],
    ["Please show me some math", /^\$\$/m],
    ["show a list", /^1\. First/m],
    ["show a link", /\[CommonMark\]\(https:/],
    ["show a quote", /^> Whoever/m],
  ])("%s shows it", (question, expected) => {
    expect(buildGuideAnswer(question)).toMatch(expected);
  });

  describe("with documents", () => {
    const createPassage = (number: number, content: string, overrides: Partial<ModelPassage> = {}): ModelPassage => ({
      ...{ number, content, name: "weather.pdf", location: `page ${number}` },
      ...overrides,
    });
    const passages = [
      createPassage(1, "The sun shines in Seville for most of the year."),
      createPassage(2, "In Bergen it rains on two days of three."),
      createPassage(3, "Trains leave every hour."),
    ];

    test("quotes the passages that match the question, with number, name and location, after the notice", () => {
      const answer = buildGuideAnswer("How often does it rain in Bergen?", passages);
      expect(answer.startsWith(guideDisclaimer)).toBe(true);
      expect(answer).toContain("**weather.pdf**, page 2 [2]\n\n> In Bergen it rains on two days of three.");
      expect(answer).not.toMatch(/\[[13]\]/);
    });

    test("says if no passage matches, and names the documents", () => {
      const answer = buildGuideAnswer("Who wrote Hamlet?", passages);
      expect(answer).toContain(guideDisclaimer);
      expect(answer).toContain("- weather.pdf");
      expect(answer).not.toMatch(/\[\d/);
    });

    test("quotes the matching part of a long passage, and escapes citation marks in it", () => {
      const longContent = `${"Nothing of note. ".repeat(80)}The zeppelin [7] landed. ${"Nothing again. ".repeat(80)}`;
      const answer = buildGuideAnswer("Where did the zeppelin land?", [createPassage(1, longContent)]);
      expect(answer).toContain("The zeppelin \\[7] landed.");
      expect(answer.length).toBeLessThan(1_200);
    });

    test("escapes Markdown in names and lines of documents", () => {
      const hostilePassage = createPassage(1, "zebra\n\n# zebra heading", {
        name: "[x](javascript:1)*",
        location: "page 1",
      });
      const answer = buildGuideAnswer("zebra", [hostilePassage]);
      expect(answer).toContain("**\\[x\\](javascript:1)\\***, page 1 [1]\n\n> zebra\n>\n> # zebra heading");
    });

    test("preserves line breaks of rows and verses, and does not turn indented text into code", () => {
      const answer = buildGuideAnswer("zebra", [createPassage(1, "zebra | 4\n        lion | 2\n\n    ant | 9")]);
      expect(answer).toContain("> zebra | 4  \n> lion | 2\n>\n> ant | 9");
    });

    test("reads the question and the passages from the call, not from the message", async () => {
      const { signal } = new AbortController();
      const sources = { question: "rain in Bergen", passages };
      const messages = [{ role: "user" as const, content: "show everything" }];
      let text = "";
      for await (const events of createGuideProvider().stream({ model: "guide", messages, sources, signal })) {
        for (const event of events) if (event.type === "text") text += event.text;
      }
      expect(text).toContain("page 2 [2]");
    });
  });

  test("show everything shows each example once", () => {
    const answer = buildGuideAnswer("show everything");
    for (const title of ["A table", "Code", "Mathematics", "A list", "A link", "A quote"]) {
      expect(answer.split(`### ${title}\n`)).toHaveLength(2);
    }
  });
});
