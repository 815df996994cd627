import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createAssistant, createGroup, updateGroupAnalysis, updateGroupMembers } from "@lectern/contract";
import { type ApiClient, createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import type { Figure } from "../report.ts";
import { type MeasuredChat, measureFirstToken } from "../support/measureFirstToken.ts";
import { median } from "../support/percentile.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";
import { measureDashboards } from "./analytics/measureDashboards.ts";

const modelServerPath = fileURLToPath(new URL("../../server/src/testing/modelServer/main.ts", import.meta.url));
const sampleCount = 100;
const warmUpCount = 30;

/**
 * Measures the dashboard and the table over a million records, and what the analysis adds to the first token of an answer,
 * in paired, alternating samples of two assistants.
 */
export const analytics: Scenario = async (resources, progress) => {
  const figures = await measureDashboards(resources, progress);
  progress("first tokens with and without analysis");
  const { analyzed, plain } = await startChats(resources);
  for (let count = 0; count < warmUpCount; count++) {
    await measureFirstToken(plain);
    await measureFirstToken(analyzed);
  }
  const samples = { plain: [] as number[], analyzed: [] as number[] };
  for (let count = 0; count < sampleCount; count++) {
    samples.plain.push(await measureFirstToken(plain));
    samples.analyzed.push(await measureFirstToken(analyzed));
  }
  const added = samples.analyzed.map((value, index) => value - (samples.plain[index] ?? Number.NaN));
  const variant = "local, judged, PGlite";
  const chats: Figure[] = [
    {
      name: "time to first token that the analysis adds, p50",
      ...{ variant, unit: "ms", ours: median(added), floor: null, aim: { atMost: 1 } },
    },
    {
      name: "time to first token, p50",
      ...{ variant, unit: "ms", ours: median(samples.analyzed), floor: median(samples.plain) },
    },
  ];
  return {
    scenario: "analytics",
    floor: "counting the same records (`count(*)`); for chats, the same assistant in a group that is not analyzed",
    figures: [...figures, ...chats],
    notes: ["Each person has asked one assistant in ten conversations on average, over a year."],
  };
};

async function startChats(resources: Resources): Promise<{ analyzed: MeasuredChat; plain: MeasuredChat }> {
  const models = await resources.use(
    startNode({ file: modelServerPath, args: ["0"], until: /at (http\S+)\/v1/ }),
    (started) => started.stop(),
  );
  const lectern = await resources.use(
    startLectern({
      OPENAI_COMPATIBLE_URL: `${models.match}/v1`,
      ADMINS: "teacher@example.org",
      FEATURES: "createAstAdminGroups,assistantAdminInterface",
    }),
    (running) => running.close(),
  );
  const url = lectern.url.replace("//localhost:", "//127.0.0.1:");
  const connect = async (email: string) => createApiClient(url, (await signInByHttp(lectern.url, email)).accessToken);
  const [teacher, student] = [await connect("teacher@example.org"), await connect("student@example.org")];
  const createChat = async (isAnalyzed: boolean): Promise<MeasuredChat> => {
    const assistantId = await createAssistantOfGroup(teacher, isAnalyzed);
    const body = (): ReturnType<MeasuredChat["body"]> => ({
      model: "scripted-large",
      messages: [{ role: "user", content: "When is the exam? [[tokens: 6]] [[pace: 10]]" }],
      options: { requestId: randomUUID(), conversationId: randomUUID(), assistantId },
    });
    return { api: student, body };
  };
  return { analyzed: await createChat(true), plain: await createChat(false) };
}

async function createAssistantOfGroup(teacher: ApiClient, isAnalyzed: boolean): Promise<string> {
  const group = await teacher.call(createGroup, {
    ...{ group_name: isAnalyzed ? "Analyzed" : "Plain", members: {}, types: [] },
  });
  const members = { "student@example.org": "read" } as const;
  await teacher.call(updateGroupMembers, { group_id: group.id, update_type: "ADD", members });
  await teacher.call(updateGroupAnalysis, { group_id: group.id, supportConvAnalysis: isAnalyzed });
  const data = { supportConvAnalysis: true, analysisCategories: ["Exams", "Rooms"] };
  const content = { name: "Course guide", instructions: "Be kind.", data };
  const { assistantId } = await teacher.call(createAssistant, { groupId: group.id, isPublished: true, ...content });
  return assistantId;
}
