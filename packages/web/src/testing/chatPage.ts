import { expect } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { composer, eventually, log } from "./screen.ts";
import { stubRequests } from "./stubServer.ts";

export const sendButton = () => page.getByRole("button", { name: "Send message" });
export const stopButton = () => page.getByRole("button", { name: "Stop Generating" });
export const alerts = () => page.getByRole("alert");
export const questions = () => log().getByRole("article", { name: "You", exact: true });
export const answers = () => log().getByRole("article", { name: /^(?!You$)/ });
export const lastAnswer = () => answers().last();

/** A notice with exactly this text. */
export const alertWithText = (text: string) => alerts().filter({ has: page.getByText(text, { exact: true }) });

/** Types a message and sends it with Enter. */
export async function sendMessage(text: string): Promise<void> {
  await composer().fill(text);
  await expect.element(sendButton()).not.toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
}

/** Waits until no answer is being written. */
export async function waitForAnswerEnd(): Promise<void> {
  await expect.element(sendButton()).toBeVisible();
  await expect.element(lastAnswer()).toHaveAttribute("aria-busy", "false");
}

/** Returns the text of an answer's paragraphs, with white space collapsed. */
export const readAnswerText = (answer: Locator): string =>
  answer
    .getByRole("paragraph")
    .elements()
    .map(({ textContent }) => textContent)
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

/** Waits until the text of the last answer equals `text`. */
export const waitForAnswerText = (text: string) => eventually(() => readAnswerText(lastAnswer())).toBe(text);

/** Returns the element in which the messages scroll. */
export function getScrollArea(): Element {
  let area: Element | null = log().element();
  while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
  if (!area) throw new Error("nothing scrolls");
  return area;
}

export interface ChatRefusal {
  status: number;
  message: string;
  code: string;
  retryAfterSeconds?: number;
}

/** Refuses chats, as the server does, until the returned function is called. */
export function refuseChats({ status, message, code, retryAfterSeconds }: ChatRefusal): () => void {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  return answerChatPosts(() =>
    Response.json({ success: false, message, code, requestId: "refused" }, { status, headers }),
  );
}

/** Lets no chat reach the server until the returned function is called. */
export const loseChats = (): (() => void) =>
  answerChatPosts(() => {
    throw new TypeError("Failed to fetch");
  });

/** Answers posts to the chat endpoint before other stubs do, until the returned function is called. */
export function answerChatPosts(respond: (request: Request) => Response | Promise<Response>): () => void {
  let isActive = true;
  stubRequests((request) => {
    const isPost = request.method === "POST" && new URL(request.url).pathname === "/chat";
    return isActive && isPost ? Promise.resolve(request).then(respond) : null;
  });
  return () => {
    isActive = false;
  };
}
