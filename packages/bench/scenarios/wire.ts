import { randomUUID } from "node:crypto";
import { appendMessages, createConversation } from "@lectern/contract";
import type { CDPSession } from "playwright-core";
import type { Figure } from "../report.ts";
import { longMessages } from "../support/longMessages.ts";
import type { Scenario } from "../support/scenario.ts";
import { type ChatScreen, sendMessage, startChatScreen, untilAnswered } from "../support/startChatScreen.ts";

const turns = 300;
const tokens = 500;
const paceMs = 10;
const question = `Please tell me about the river. [[tokens: ${tokens}]] [[pace: ${paceMs}]]`;
/** Another turn may cost a few bytes more or less: ids in other lengths, times, how the events fell. */
const sameCost = 1.1;

interface Turn {
  /** Bodies of all that the page sends for it. */
  up: number;
  /** Bodies of all that it gets for it. */
  down: number;
  requests: number;
}

/** What a turn of a cloud conversation costs on the wire, at its beginning and far on. */
export const wire: Scenario = async (resources, progress) => {
  const screen = await startChatScreen(resources);
  progress("the second turn");
  const early = await measureTurn(screen, await makeConversation(screen, 1));
  progress(`turn ${turns}`);
  const late = await measureTurn(screen, await makeConversation(screen, turns - 1));
  progress("bytes an event");
  const ours = await overheadAnEvent(await askOurs(screen));
  const upstream = await overheadAnEvent(await askUpstream(screen));
  const cost = (name: string, of: (turn: Turn) => number, unit: Figure["unit"]): Figure => ({
    name,
    variant: `turn ${turns}, beside turn 2`,
    unit,
    ours: of(late),
    floor: of(early),
    aim: { atMostTimesFloor: sameCost },
  });
  return {
    scenario: "wire",
    floor: "for a turn: the second one of the same kind of conversation; for an event: the model server's own wire",
    figures: [
      cost("sent", ({ up }) => up, "bytes"),
      cost("received", ({ down }) => down, "bytes"),
      cost("requests", ({ requests }) => requests, ""),
      {
        name: "an event beside its text",
        variant: `${tokens} tokens, ${paceMs} ms each`,
        unit: "bytes",
        ours: ours.bytes,
        floor: upstream.bytes,
        aim: { atMost: 45 },
      },
      {
        name: "events of that answer",
        variant: `${tokens} tokens, ${paceMs} ms each`,
        unit: "",
        ours: ours.events,
        floor: upstream.events,
      },
    ],
    notes: [
      "A turn is everything that the page sends and gets from the key press until nothing more comes; it takes the title, which only a first turn asks for, not in.",
    ],
  };
};

/** A cloud conversation that has had so many turns. Gives its id. */
async function makeConversation({ api }: ChatScreen, turnCount: number): Promise<string> {
  const id = randomUUID();
  const messages = longMessages(turnCount * 2).map(({ id: messageId, parentId, ...message }) => ({
    ...message,
    id: `${id}-${messageId}`,
    parentId: parentId === null ? null : `${id}-${parentId}`,
  }));
  await api.call(createConversation, { conversation: { id, name: `Conversation of ${turnCount} turns` } });
  await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
  return id;
}

async function measureTurn(screen: ChatScreen, id: string): Promise<Turn> {
  const { page, session, close } = await screen.open(`#c=${id}`);
  try {
    await page.getByRole("log").getByRole("article").last().waitFor();
    await page.waitForLoadState("networkidle");
    const traffic = await watchTraffic(session);
    await sendMessage(page, question);
    await untilAnswered(page);
    await page.waitForTimeout(2_000);
    return traffic();
  } finally {
    await close();
  }
}

async function watchTraffic(session: CDPSession): Promise<() => Turn> {
  const turn: Turn = { up: 0, down: 0, requests: 0 };
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (!/\/(?:chat|api)\b/.test(request.url)) return;
    turn.requests += 1;
    for (const { bytes } of request.postDataEntries ?? []) turn.up += bytes ? Buffer.from(bytes, "base64").length : 0;
  });
  // Of a stream Chromium says only how long its parts are; it is not compressed.
  session.on("Network.dataReceived", ({ dataLength, encodedDataLength }) => {
    turn.down += encodedDataLength || dataLength;
  });
  await session.send("Network.enable", { maxPostDataSize: 10_000_000 });
  return () => turn;
}

async function askOurs({ url, person }: ChatScreen): Promise<Response> {
  const options = { requestId: randomUUID(), conversationId: randomUUID(), storage: "cloud" };
  return fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.accessToken}` },
    body: JSON.stringify({
      model: "scripted-large",
      messages: [{ role: "user", content: question }],
      stream: true,
      options,
    }),
  });
}

async function askUpstream({ modelsUrl }: ChatScreen): Promise<Response> {
  return fetch(`${modelsUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "scripted-large", messages: [{ role: "user", content: question }], stream: true }),
  });
}

/** Bytes of an event that are not the answer's text, over all events that carry text; and how many those are. */
async function overheadAnEvent(response: Response): Promise<{ bytes: number; events: number }> {
  const reply = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${reply}`);
  let events = 0;
  let overhead = 0;
  for (const event of reply.split(/(?<=\n\n)/)) {
    const text = textOf(/^data: (.*)$/m.exec(event)?.[1] ?? "");
    if (text === "") continue;
    events += 1;
    overhead += Buffer.byteLength(event) - Buffer.byteLength(text);
  }
  return { bytes: overhead / events, events };
}

function textOf(json: string): string {
  if (!json.startsWith("{")) return "";
  const event = JSON.parse(json);
  const text: unknown = event.d ?? event.choices?.[0]?.delta?.content;
  return typeof text === "string" ? text : "";
}
