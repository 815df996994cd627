import {
  type ConversationArtifact,
  getAllArtifacts,
  getFeatureFlags,
  groupArtifacts,
  type SavedArtifact,
  toArtifactEntry,
} from "@lectern/contract";
import { page } from "vitest/browser";
import { createBranch, createConversation, storeLocalConversations } from "./conversations.ts";
import { createFlags } from "./defaultAnswers.ts";
import { stubOp } from "./stubServer.ts";

/** Turns artifacts on. `saved`: those that the person has saved. */
export function stubArtifacts(saved: readonly SavedArtifact[] = []): void {
  stubOp(getFeatureFlags, createFlags({ artifacts: true }));
  stubOp(getAllArtifacts, [...saved]);
}

/** A version of an artifact in the conversation that `storeArtifacts` stores. */
export const createVersion = (fields: Partial<ConversationArtifact> = {}): ConversationArtifact => ({
  artifactId: "Greeting-0000001",
  name: "Greeting",
  description: "Says hello",
  type: "text",
  version: 1,
  createdAt: "Nov 29, 2026",
  contents: "Hello\n",
  tags: [],
  sharedBy: null,
  messageId: "stored-1",
  ...fields,
});

export const createSaved = (fields: Partial<SavedArtifact> = {}): SavedArtifact => ({
  key: "ann/20261129/Greeting:v1",
  name: "Greeting",
  description: "Says hello",
  createdAt: "Nov 29, 2026",
  sharedBy: null,
  type: "text",
  tags: [],
  savedAt: "2026-11-29T12:00:00.000Z",
  ...fields,
});

interface StoredAnswer {
  versions: readonly ConversationArtifact[];
  /** The versions that the answer names; by default all. */
  entries?: readonly ConversationArtifact[];
  status?: string;
  text?: string;
}

/** Stores a local conversation with an answer that made artifacts, which is opened at `#c=stored`. */
export async function storeArtifacts({
  versions,
  entries = versions,
  status = "complete",
  text = "Here it is.",
}: StoredAnswer) {
  const [question, answer] = createBranch(["Write a greeting", text], "stored");
  if (!question || !answer) throw new Error("A branch has two messages.");
  const data = { ...answer.data, artifacts: entries.map(toArtifactEntry), artifactStatus: status };
  const artifacts = groupArtifacts([...versions]);
  await storeLocalConversations(
    createConversation({
      id: "stored",
      messages: [question, { ...answer, data }],
      ...(artifacts ? { artifacts } : {}),
    }),
  );
}

export const artifactPanel = () => page.getByRole("complementary", { name: "Artifacts" });
export const artifactTool = (name: string) => artifactPanel().getByRole("button", { name, exact: true });
export const artifactList = () => page.getByRole("list", { name: "Artifacts of this answer" });
