import { toTopicDescription, toTopicTitle } from "@lectern/contract";
import * as z from "zod/mini";
import type { HistoryMessage } from "../../core/run/run.ts";
import { parseModelObject } from "../sideCalls/service.ts";
import { countUnlistedTopics } from "./buildJudgementMaterial.ts";
import { type Judgement, listEarlierTopics } from "./chooseMessages.ts";

const Output = z.object({
  newTopic: z.boolean(),
  title: z.catch(z.string(), ""),
  pastTitle: z.catch(z.string(), ""),
  pastDescription: z.catch(z.string(), ""),
  neededTopics: z.array(z.int()),
});

/**
 * Reads what a model has judged. A new topic without usable titles is none, so that the current topic is sent. Topics that
 * the model did not get are needed. Returns null if the output is no judgement. Pure.
 */
export function parseJudgement(output: string, history: readonly HistoryMessage[]): Judgement | null {
  const { success, data } = z.safeParse(Output, parseModelObject(output));
  if (!success) return null;
  const topicCount = listEarlierTopics(history).length;
  const unlisted = Array.from({ length: countUnlistedTopics(topicCount) }, (_, index) => index);
  const named = data.neededTopics.map((number) => number - 1);
  const title = toTopicTitle(data.title);
  const pastTitle = toTopicTitle(data.pastTitle);
  const isNew = data.newTopic && title !== "" && pastTitle !== "";
  return {
    needed: new Set([...unlisted, ...named]),
    newTopic: isNew ? { title, pastTitle, pastDescription: toTopicDescription(data.pastDescription) } : null,
  };
}
