import { type AnswerEnd, chatTexts, type Message, type StatusEntry } from "@lectern/contract";
import { MantineProvider } from "@mantine/core";
import {
  type Icon,
  IconAperture,
  IconApi,
  IconBolt,
  IconCheck,
  IconDownload,
  IconInfoCircle,
  IconRepeat,
  IconRobot,
  IconSend,
  IconSettings,
  IconShare,
  IconX,
} from "@tabler/icons-react";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { prerender } from "react-dom/static";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createRunStore } from "../../../entities/chat/runs/runStore.ts";
import { useFenceSource } from "../../../entities/chat/view/fenceSource.ts";
import { getStatusIcon } from "../../../entities/chat/view/getStatusIcon.ts";
import { StatusCards } from "../../../entities/chat/view/StatusCards.tsx";
import { lazy } from "../../../lib/preload/lazy.ts";
import { FenceContributionsContext } from "../../../ui/markdown/fences/fenceContributions.ts";
import { AnswerEnding } from "../ending/AnswerEnding.tsx";
import { AutomaticRetryContext } from "../ending/automaticRetry.ts";
import { AssistantMessage } from "../messages/AssistantMessage.tsx";
import { AnswerModelContext } from "../messages/answerModel.ts";
import { OtherMessage } from "../messages/OtherMessage.tsx";
import type { ThreadActions } from "../messages/threadActions.ts";
import { UserMessage } from "../messages/UserMessage.tsx";
import { AdvancedSettings } from "../settings/AdvancedSettings.tsx";
import { EmptyConversation } from "./EmptyConversation.tsx";
import { NewConversationTools } from "./NewConversationTools.tsx";

afterEach(() => void vi.useRealTimers());

const noop = () => {};
const ShownSource = () => JSON.stringify(useFenceSource());
const draw = (node: ReactNode) => renderToString(<MantineProvider>{node}</MantineProvider>);
/** Returns the rendered text without tags and without the provider's style elements. */
const textOf = (markup: string) =>
  markup
    .replaceAll(/<style[\s\S]*?<\/style>/g, "")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");

const status: StatusEntry = { id: "1", summary: "Searching", message: "a.pdf", type: "info", inProgress: true };

describe("status cards", () => {
  test("[C2.15] have an icon by name, are animated while in progress, and open if the message contains more", () => {
    const icons: Record<string, Icon> = {
      ...{ bolt: IconBolt, info: IconInfoCircle, assistant: IconRobot, check: IconCheck, aperture: IconAperture },
      ...{ repeat: IconRepeat, api: IconApi, send: IconSend, clear: IconX, settings: IconSettings },
      ...{ share: IconShare, download: IconDownload },
    };
    for (const [name, icon] of Object.entries(icons)) {
      expect(getStatusIcon(name), name).toBe(icon);
      const line = { ...status, message: "", icon: name };
      expect(draw(<StatusCards statuses={[line]} />), name).toContain(
        /<path[^>]*>/.exec(draw(createElement(icon)))?.[0],
      );
    }

    const open = draw(<StatusCards statuses={[status]} />);
    expect(open).toContain("data-animated");
    expect(open).toContain('aria-expanded="false"');
    expect(open).toContain("<svg");
    const plain = draw(
      <StatusCards statuses={[{ ...status, message: "Searching", inProgress: false, sticky: true }]} />,
    );
    expect(plain).not.toContain("data-animated");
    expect(plain).not.toContain("aria-expanded");
  });
});

describe("before the first message", () => {
  const settings = {
    settings: { prompt: null, temperature: null, maxTokens: null },
    model: null,
    blockedReason: null,
    onChange: () => {},
  };

  test("[C2.05] a conversation offers the model, the storage and the settings", () => {
    const slots = { modelSelector: <i>the model</i>, controls: <i>the storage</i> };
    const page = (
      <>
        <EmptyConversation conversationId="c1" assistant={null} />
        <NewConversationTools {...settings} {...slots} />
      </>
    );
    const text = textOf(draw(page));
    expect(text).toContain("Start a new conversation. the model the storage Advanced settings");
  });

  test("[C2.05] the settings are the system prompt, the temperature and the response length", () => {
    const text = textOf(draw(<AdvancedSettings {...settings} />));
    for (const part of ["System prompt", "Temperature", "Response Length", "Concise Average Verbose"]) {
      expect(text).toContain(part);
    }
  });

  test("[C2.30b] the temperature goes from 0 to 1, Precise, Neutral, Creative, and is 1 unless set", () => {
    const markup = draw(<AdvancedSettings {...settings} />);
    expect(textOf(markup)).toContain("Precise Neutral Creative");
    const slider = /<[^>]*aria-label="Temperature"[^>]*>/.exec(markup)?.[0];
    expect(slider).toContain('aria-valuemin="0"');
    expect(slider).toContain('aria-valuemax="1"');
    expect(slider).toContain('aria-valuenow="1"');
  });

  test("the settings are disabled with a reason while an answer is being written", () => {
    const markup = draw(<AdvancedSettings {...settings} blockedReason="Later" />);
    expect(textOf(markup)).toContain("Later");
    expect(markup.match(/aria-disabled="true"|data-disabled="true"/g)?.length).toBeGreaterThanOrEqual(3);
  });
});

describe("an answer", () => {
  const answer: Message = {
    id: "a",
    parentId: "u",
    role: "assistant",
    content: "",
    data: { run: { requestId: "r" }, modelName: "Model One" },
  };
  const actions: ThreadActions = {
    openAppLink: () => {},
    download: () => {},
    changes: {
      answerAgain: () => {},
      answerWithAllMessages: () => {},
      continueAnswer: async () => null,
      continuePartial: () => {},
      showVersion: () => {},
      edit: () => {},
      editLast: () => false,
      remove: () => {},
      fork: () => {},
    },
  };
  const toAnswer = (message: Message, isLive = false, store = createRunStore(() => {}), isLast = true) => (
    <AssistantMessage
      message={message}
      versionIds={["a0", "a"]}
      conversationId="c"
      store={store}
      isLive={isLive}
      isLast={isLast}
      isLost={false}
      isEditing={false}
      changeBlockedReason={null}
      blockedReason={null}
      actions={actions}
    />
  );
  const drawAnswer = (...parameters: Parameters<typeof toAnswer>) => draw(toAnswer(...parameters));

  test("[C2.57] has a placeholder until its first token arrives", () => {
    const store = createRunStore(() => {});
    store.begin("c", { requestId: "r", replyId: "a" });
    const markup = drawAnswer(answer, true, store);
    expect(textOf(markup)).toContain("Waiting for the answer");
    expect(markup).toContain('aria-busy="true"');
    expect(textOf(markup)).toContain("Model One");
  });

  test("tells the fences of its text which message they are in", async () => {
    const fences = [{ languages: ["source"], Component: lazy(async () => ({ default: ShownSource })) }];
    const message: Message = { ...answer, content: "Here:\n```source\n```", data: { end: { end: "done" } } };
    const page = <FenceContributionsContext value={fences}>{toAnswer(message)}</FenceContributionsContext>;
    const { prelude } = await prerender(<MantineProvider>{page}</MantineProvider>);
    const text = textOf(await new Response(prelude).text()).replaceAll("&quot;", "'");
    expect(text).toContain("{'conversationId':'c','messageId':'a','index':0}");
  });

  test.each([true, false])("[C2.08] offers copying, another answer and its versions (last: %s)", (isLast) => {
    const endedAnswer: Message = { ...answer, content: "Hello", data: { ...answer.data, end: { end: "done" } } };
    const markup = drawAnswer(endedAnswer, false, undefined, isLast);
    expect(markup).toContain('aria-label="Copy the answer"');
    expect(markup).toContain('aria-label="Answer again"');
    expect(textOf(markup)).toContain("2 of 2");
  });

  const drawQuestion = (isLastUserMessage: boolean, changeBlockedReason: string | null) =>
    draw(
      <UserMessage
        message={{ id: "u", parentId: null, role: "user", content: "Hello?", data: {} }}
        versionIds={["u"]}
        isEditing={false}
        isLastUserMessage={isLastUserMessage}
        changeBlockedReason={changeBlockedReason}
        actions={actions}
      />,
    );
  const findEditButton = (markup: string) => /<button[^>]*aria-label="Edit the message"[^>]*>/.exec(markup)?.[0];

  test.each([true, false])("[C2.08] and its question offers copying and editing (last: %s)", (isLastUserMessage) => {
    const markup = drawQuestion(isLastUserMessage, null);
    expect(markup).toContain('aria-label="Copy the message"');
    expect(findEditButton(markup)).toMatch(/^(?!.*aria-disabled)/);
  });

  test("while it is being written, its question has the button to edit, which gives the reason why it is blocked", () => {
    const editButton = findEditButton(drawQuestion(true, "An answer is being written"));
    expect(editButton).toContain('aria-disabled="true"');
    expect(editButton).toContain('aria-description="An answer is being written"');
  });

  test("cannot be changed while another answer is being written, and the buttons give the reason", () => {
    const endedAnswer: Message = { ...answer, content: "Hello", data: { ...answer.data, end: { end: "done" } } };
    const markup = draw(
      <AssistantMessage
        message={endedAnswer}
        versionIds={["a0", "a"]}
        conversationId="c"
        store={createRunStore(() => {})}
        isLive={false}
        isLast={false}
        isLost={false}
        isEditing={false}
        changeBlockedReason="An answer is being written"
        blockedReason="An answer is being written"
        actions={actions}
      />,
    );
    const retryButton = /<button[^>]*aria-label="Answer again"[^>]*>/.exec(markup)?.[0];
    expect(retryButton).toContain('aria-disabled="true"');
    expect(retryButton).toContain('aria-description="An answer is being written"');
    expect(/<button[^>]*aria-label="Copy the answer"[^>]*>/.exec(markup)?.[0]).not.toContain("aria-disabled");
  });

  test.each([
    ["environment", "Environment"],
    ["system", "System"],
  ] as const)("with the role %s, as in imported conversations, is shown as plain text with its name", (role, name) => {
    const message: Message = { id: "e", parentId: null, role, content: "**told** by <b>", data: {} };
    const markup = draw(
      <OtherMessage message={message} versionIds={[]} changeBlockedReason={null} actions={actions} />,
    );
    expect(markup).toContain(`aria-label="${name}"`);
    expect(markup).toContain("**told** by &lt;b&gt;");
  });

  test("that failed shows the reason, small below it the specified text, a button to try again, and folded the request's id; below a partial text the specified text is folded, too", () => {
    const end: AnswerEnd = { end: "failed", message: "The model’s server reported an error.", code: "providerFailed" };
    const textWith = (hasText: boolean) =>
      textOf(
        draw(
          <AnswerEnding
            {...{ end, hasText }}
            requestId="r-17"
            blockedReason={null}
            onAnswerAgain={noop}
            onContinue={null}
          />,
        ),
      );
    expect(textWith(false)).toContain(
      `The model’s server reported an error. ${chatTexts.failed} Try again Details Request r-17`,
    );
    expect(textWith(true)).toContain(`The text above was saved. Try again Details ${chatTexts.failed} Request r-17`);
  });

  test.each([
    [{ enforcedReason: null, hasOtherModels: true }, 1],
    [{ enforcedReason: null, hasOtherModels: false }, 0],
    [{ enforcedReason: "The assistant chooses", hasOtherModels: true }, 0],
  ])("that failed offers another model only if one can be chosen: %o", (choice, count) => {
    const end: AnswerEnd = { end: "failed", message: "The model’s server reported an error.", code: "providerFailed" };
    const markup = draw(
      <AnswerModelContext value={{ modelId: "m", ...choice }}>
        <AnswerEnding
          {...{ end }}
          hasText={false}
          requestId="r"
          blockedReason={null}
          onAnswerAgain={noop}
          onContinue={null}
        />
      </AnswerModelContext>,
    );
    expect(textOf(markup).split("Try again Try another model").length - 1).toBe(count);
    expect(textOf(markup).split("Try another model").length - 1).toBe(count);
  });

  test("that failed warns if a limit is the reason, and only another failure is an error; a limit folds the specified text, which names another time", () => {
    const markupOf = (end: AnswerEnd) =>
      draw(
        <AnswerEnding
          end={end}
          hasText={false}
          requestId="r"
          blockedReason={null}
          onAnswerAgain={noop}
          onContinue={null}
        />,
      );
    const busy = markupOf({ end: "failed", message: "The model is busy.", code: "rateLimited" });
    const failed = markupOf({
      end: "failed",
      message: "The model’s server reported an error.",
      code: "providerFailed",
    });
    expect(busy).toContain("data-warning");
    expect(failed).not.toContain("data-warning");
    expect(busy).toMatch(/<details class="[^"]*"><summary class="[^"]*"><svg.*Request r/);
    expect(busy).not.toContain("in a minute");
    expect(failed).toMatch(/in a minute.*<details class="[^"]*"><summary class="[^"]*"><svg.*Request r/);
  });

  test("that failed emphasizes its reason, or the specified text if there is none", () => {
    const markupOf = (end: AnswerEnd) =>
      draw(<AnswerEnding end={end} hasText={false} blockedReason={null} onAnswerAgain={noop} onContinue={null} />);
    const classOf = (markup: string, text: string) =>
      new RegExp(`<p class="([^"]*)">(?:<span>)?${text}`).exec(markup)?.[1];
    const explained = markupOf({ end: "failed", message: "It is down.", code: "providerFailed" });
    expect(classOf(explained, "It is down.")).toContain("reason");
    expect(classOf(explained, chatTexts.failed)).toContain("sentence");
    expect(explained).not.toContain("providerFailed");
    // A reason that says what to do is not contradicted.
    const advised = markupOf({ end: "failed", message: "It is down. Please wait.", code: "providerFailed" });
    expect(classOf(advised, "It is down. Please wait.")).toContain("reason");
    expect(advised).not.toContain(chatTexts.failed);
    const limited = markupOf({ end: "failed", message: "No allowance is left.", code: "rateLimited" });
    expect(classOf(limited, "No allowance is left.")).toContain("reason");
    expect(limited).not.toContain(chatTexts.failed);
    expect(classOf(markupOf({ end: "failed" }), chatTexts.failed)).toContain("reason");
  });

  test("that failed shows when to try again, and the button is disabled until then", () => {
    vi.setSystemTime("2026-11-21T10:00:00.000Z");
    const timeIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const markupOf = (retryAt: string) => {
      const end: AnswerEnd = { end: "failed", message: "The model is busy.", retryAt };
      return draw(
        <AnswerEnding end={end} hasText={false} blockedReason={null} onAnswerAgain={noop} onContinue={null} />,
      );
    };
    expect(textOf(markupOf(timeIn(42.5)))).toContain("The model is busy. You can try again in 43 s. Try again");
    expect(textOf(markupOf(timeIn(42.5)))).not.toContain(chatTexts.failed);
    expect(markupOf(timeIn(42.5))).toContain('aria-disabled="true"');
    expect(textOf(markupOf(timeIn(150.5)))).toContain("You can try again in 3 min.");
    const futureTime = new Date(Date.now() + 3_600_000).toTimeString().slice(0, 5);
    expect(textOf(markupOf(timeIn(3_600)))).toMatch(
      new RegExp(`You can try again (on \\w+ \\d+ )?at ${futureTime}\\.`),
    );
    expect(textOf(markupOf(timeIn(48 * 3_600)))).toMatch(/You can try again on November 2[34] at \d\d:\d\d\./);
    expect(markupOf(timeIn(3_600))).toContain('aria-disabled="true"');
    expect(textOf(markupOf(timeIn(-1)))).not.toContain("You can try again");
    expect(textOf(markupOf(timeIn(-1)))).toContain("The model is busy. Try again");
    expect(markupOf(timeIn(-1))).not.toContain("aria-disabled");
  });

  test("that failed because the model is busy counts down to another try, which can be cancelled or made now", () => {
    vi.setSystemTime("2026-11-21T10:00:00.000Z");
    const timeIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const end: AnswerEnd = { end: "failed", message: "The model is busy.", retryAt: timeIn(7) };
    const drawFailure = (retriedRequestId: string) => {
      const retry = { requestId: retriedRequestId, dueAt: timeIn(8), retryNow: noop, cancel: noop };
      const ending = (
        <AnswerEnding
          end={end}
          hasText={false}
          requestId="r"
          blockedReason={null}
          onAnswerAgain={noop}
          onContinue={null}
        />
      );
      return textOf(draw(<AutomaticRetryContext value={retry}>{ending}</AutomaticRetryContext>));
    };
    expect(drawFailure("r")).toContain("The model is busy. Trying again in 8 s. Cancel Try now Details Request r");
    expect(drawFailure("other")).toContain("You can try again in 7 s. Try again");
  });

  test("that the provider ended because of its content policy says so", () => {
    const end: AnswerEnd = { end: "done", finishReason: "contentFilter" };
    const text = textOf(
      draw(<AnswerEnding end={end} hasText blockedReason={null} onAnswerAgain={noop} onContinue={null} />),
    );
    expect(text).toContain("The model provider ended this answer because of its content policy.");
  });

  test("that was stopped by the person says so, and one that was stopped by something else says why", () => {
    const message = "Stopped, because you no longer have access to its assistant, its model or a file that it used.";
    const textOfEnd = (end: AnswerEnd) =>
      textOf(
        draw(<AnswerEnding end={end} hasText blockedReason={null} onAnswerAgain={noop} onContinue={null} />),
      ).trim();
    expect(textOfEnd({ end: "stopped" })).toBe("Stopped");
    expect(textOfEnd({ end: "stopped", code: "accessEnded", message })).toBe(message);
  });

  test("that was interrupted keeps its text and offers to try again", () => {
    const end: AnswerEnd = { end: "stopped", code: "interrupted" };
    const text = textOf(
      draw(<AnswerEnding end={end} hasText blockedReason={null} onAnswerAgain={noop} onContinue={null} />),
    );
    expect(text).toContain("The text above was saved.");
    expect(text).toContain("Try again");
  });
});
