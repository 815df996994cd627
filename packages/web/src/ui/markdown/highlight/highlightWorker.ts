import { highlightCode } from "./highlightCode.ts";
import type { HighlightReply, HighlightRequest } from "./highlighter.ts";

addEventListener("message", ({ data }: MessageEvent<HighlightRequest>) => {
  const reply = (lines: string[] | null) => postMessage({ id: data.id, lines } satisfies HighlightReply);
  highlightCode(data.code, data.grammar).then(reply, () => reply(null));
});
