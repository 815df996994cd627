import { randomUUID } from "node:crypto";
import { appendMessages, createConversation } from "@lectern/contract";
import type { CDPSession } from "playwright-core";
import type { Figure } from "../report.ts";
import { buildLongMessages } from "../support/longMessages.ts";
import type { Scenario } from "../support/scenario.ts";
import { type ChatSetup, sendMessage, startChatSetup, waitUntilAnswered } from "../support/startChatSetup.ts";
import { watchRequests } from "../support/watchRequests.ts";

const lateTurnNumber = 300;
const tokens = 500;
const paceMs = 10;
const question = `Please tell me about the river. [[tokens: ${tokens}]] [[pace: ${paceMs}]]`;
/** Turns differ by some bytes, because the lengths of ids and times and the grouping of text into events vary. */
const maxTurnRatio = 1.1;

interface Turn {
  /** Total size of the request bodies that the page sends, in bytes. */
  up: number;
  /** Total size of the response bodies that the page receives, in bytes. */
  down: number;
  requests: number;
}

/** Measures the bytes on the wire for a turn of a cloud conversation, early and late in the conversation. */
export const wire: Scenario = async (resources, progress) => {
  const setup = await startChatSetup(resources);
  progress("the second turn");
  const earlyTurn = await measureTurn(setup, await createLongConversation(setup, 1));
  progress(`turn ${lateTurnNumber}`);
  const lateTurn = await measureTurn(setup, await createLongConversation(setup, lateTurnNumber - 1));
  progress("bytes an event");
  const lecternOverhead = await measureEventOverhead(await requestFromLectern(setup));
  const modelServerOverhead = await measureEventOverhead(await requestFromModelServer(setup));
  const buildTurnFigure = (name: string, getValue: (turn: Turn) => number, unit: Figure["unit"]): Figure => ({
    name,
    variant: `turn ${lateTurnNumber}, beside turn 2`,
    unit,
    ours: getValue(lateTurn),
    floor: getValue(earlyTurn),
    aim: { atMostTimesFloor: maxTurnRatio },
  });
  return {
    scenario: "wire",
    floor: "for a turn: the second one of the same kind of conversation; for an event: the model server's own wire",
    figures: [
      buildTurnFigure("sent", ({ up }) => up, "bytes"),
      buildTurnFigure("received", ({ down }) => down, "bytes"),
      buildTurnFigure("requests", ({ requests }) => requests, ""),
      {
        name: "an event beside its text",
        variant: `${tokens} tokens, ${paceMs} ms each`,
        unit: "bytes",
        ours: lecternOverhead.bytes,
        floor: modelServerOverhead.bytes,
        aim: { atMost: 45 },
      },
      {
        name: "events of that answer",
        variant: `${tokens} tokens, ${paceMs} ms each`,
        unit: "",
        ours: lecternOverhead.events,
        floor: modelServerOverhead.events,
      },
    ],
    notes: [
      "A turn is everything that the page sends and receives from the key press until the network is idle. The title " +
        "is not included, because only the first turn requests it.",
    ],
  };
};

/** Creates a cloud conversation with this many turns and returns its id. */
async function createLongConversation({ api }: ChatSetup, turnCount: number): Promise<string> {
  const id = randomUUID();
  const messages = buildLongMessages(turnCount * 2).map(({ id: messageId, parentId, ...message }) => ({
    ...message,
    id: `${id}-${messageId}`,
    parentId: parentId === null ? null : `${id}-${parentId}`,
  }));
  await api.call(createConversation, { conversation: { id, name: `Conversation of ${turnCount} turns` } });
  await api.call(appendMessages, { conversationId: id, messages, headId: messages.at(-1)?.id ?? null });
  return id;
}

async function measureTurn(setup: ChatSetup, id: string): Promise<Turn> {
  const { page, session, close } = await setup.open(`#c=${id}`);
  const whenIdle = watchRequests(page);
  try {
    await page.getByRole("log").getByRole("article").last().waitFor();
    await whenIdle();
    const readTraffic = await watchTraffic(session);
    await sendMessage(page, question);
    await waitUntilAnswered(page);
    await page.waitForTimeout(2_000);
    return readTraffic();
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
  // For streams, Chromium reports only the uncompressed length; they are not compressed.
  session.on("Network.dataReceived", ({ dataLength, encodedDataLength }) => {
    turn.down += encodedDataLength || dataLength;
  });
  await session.send("Network.enable", { maxPostDataSize: 10_000_000 });
  return () => turn;
}

async function requestFromLectern({ url, person }: ChatSetup): Promise<Response> {
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

async function requestFromModelServer({ modelsUrl }: ChatSetup): Promise<Response> {
  return fetch(`${modelsUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "scripted-large", messages: [{ role: "user", content: question }], stream: true }),
  });
}

/** Returns the number of events with text, and how many bytes such an event has on average in addition to its text. */
async function measureEventOverhead(response: Response): Promise<{ bytes: number; events: number }> {
  const responseText = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${responseText}`);
  let events = 0;
  let overhead = 0;
  for (const event of responseText.split(/(?<=\n\n)/)) {
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
