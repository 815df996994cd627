import { type ArtifactContent, listBranchVersions, listLatestVersions } from "@lectern/contract";
import type { Run } from "../../../core/context.ts";
import type { HistoryMessage } from "../../../core/run/run.ts";
import { getOwnerId } from "../../access/service.ts";
import {
  findContents,
  listDeletedNumbers,
  listVersionSummaries,
  type VersionSummary,
} from "../../conversations/service.ts";

/** The latest version of an artifact on the branch that an answer continues. */
export type KnownArtifact = Omit<ArtifactContent, "contents">;

/** The artifacts that an answer can refer to. */
export interface KnownArtifacts {
  /** One for each artifact, the newest last. */
  latest: readonly KnownArtifact[];
  /** The numbers that are in use, on all branches, and those of deleted versions. */
  usedVersions: readonly { artifactId: string; version: number }[];
  /** Returns the contents of the latest versions, by artifact. */
  readContents(artifactIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Finds the artifacts of the branch: the server reads those of a cloud conversation, and the client sends the others. */
export async function findKnownArtifacts(
  { platform, actor, turn }: Run,
  history: readonly HistoryMessage[],
): Promise<KnownArtifacts> {
  if (!turn.cloudIds) {
    const latest = listLatestVersions(turn.artifacts ?? []);
    return {
      latest,
      usedVersions: latest,
      readContents: async (ids) =>
        new Map(
          latest.flatMap(({ artifactId, contents }) => (ids.includes(artifactId) ? [[artifactId, contents]] : [])),
        ),
    };
  }
  const key = { ownerId: getOwnerId(actor), conversationId: turn.cloudIds.conversationId };
  // The first turn of a conversation finds nothing.
  const versions = history.length > 1 ? await listVersionSummaries(platform.db, key) : [];
  const branchIds = history.flatMap(({ id }) => id ?? []);
  const getPosition = ({ messageId }: VersionSummary) => (messageId === null ? -1 : branchIds.indexOf(messageId));
  const latest = listLatestVersions(listBranchVersions(versions, new Set(branchIds))).sort(
    (a, b) => getPosition(a) - getPosition(b),
  );
  const deleted = [...(await listDeletedNumbers(platform.db, key))];
  return {
    latest,
    usedVersions: [...versions, ...deleted.map(([artifactId, version]) => ({ artifactId, version }))],
    readContents: (ids) =>
      findContents(
        platform.db,
        key,
        latest.filter(({ artifactId }) => ids.includes(artifactId)),
      ),
  };
}
