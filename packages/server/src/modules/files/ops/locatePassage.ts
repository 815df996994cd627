import { locatePassage } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { loadReadyContent } from "../loadReadyContent.ts";
import { locateQuote } from "../locateQuote.ts";

export const locatePassageHandler = implement(locatePassage, async (ctx, { quote, ...which }) => {
  const { content } = await loadReadyContent(ctx, which);
  return { originalIndexes: content ? await locateQuote(content.content, quote) : [] };
});
