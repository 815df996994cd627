import http from "node:http";
import { setTimeout } from "node:timers/promises";
import { tokensOf } from "../../server/src/testing/modelServer/behaviour.ts";
import { createShowcase } from "../../server/src/testing/modelServer/createShowcase.ts";
import { buildLongMessages } from "./longMessages.ts";

/**
 * The floor for rendering. A program that serves a page which appends streamed text to one element, and shows a
 * conversation as plain paragraphs. `/answer?pace=N&share=S` sends the first part of the long answer (its share S, 0 to
 * 1), one token every N ms; `/messages?count=N` returns N messages as JSON.
 */
const pageHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain</title>
<style>body{margin:0;display:flex;flex-direction:column;height:100vh}#area{flex:1;overflow:auto}pre{white-space:pre-wrap;max-width:40rem}</style>
<div id="area"><pre id="answer"></pre><div id="messages"></div></div><textarea aria-label="Message"></textarea>
<script>
const area = document.getElementById("area");
async function ask(pace, share) {
  const response = await fetch("/answer?pace=" + pace + "&share=" + share);
  window.answeredAt = performance.now();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const text = document.getElementById("answer").appendChild(new Text());
  let waiting = "", isAsked = false;
  const show = () => { isAsked = false; text.appendData(waiting); waiting = ""; area.scrollTop = area.scrollHeight; };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting += value;
    if (!isAsked) { isAsked = true; requestAnimationFrame(show); }
  }
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  window.settledAt = performance.now();
}
async function openMessages(count) {
  const messages = await (await fetch("/messages?count=" + count)).json();
  const parts = messages.map(({ content }) => { const p = document.createElement("p"); p.textContent = content; return p; });
  document.getElementById("messages").replaceChildren(...parts);
  area.scrollTop = area.scrollHeight;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
</script></html>`;

const server = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://plain");
  if (pathname === "/answer") {
    const tokens = tokensOf(createShowcase());
    const selectedTokens = tokens.slice(0, Math.round(tokens.length * Number(searchParams.get("share"))));
    return sendAnswer(response, selectedTokens, Number(searchParams.get("pace")));
  }
  if (pathname === "/messages") {
    const messages = buildLongMessages(Number(searchParams.get("count")));
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(messages));
  }
  return response.writeHead(200, { "content-type": "text/html" }).end(pageHtml);
});

async function sendAnswer(response: http.ServerResponse, tokens: readonly string[], paceMs: number): Promise<void> {
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
  const startedAt = performance.now();
  for (let sentCount = 0; sentCount < tokens.length && !response.destroyed; ) {
    const due = paceMs === 0 ? tokens.length : Math.floor((performance.now() - startedAt) / paceMs) + 1;
    if (due > sentCount) response.write(tokens.slice(sentCount, due).join(""));
    sentCount = Math.max(sentCount, due);
    if (paceMs > 0) await setTimeout(paceMs);
  }
  response.end();
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`answering at http://127.0.0.1:${address?.port}`);
});
