import { limits, type Message, parseDataSourceId, parseDataSources } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import { findOwnFiles } from "../files/service.ts";
import type { MapFile } from "./toSharedConversation.ts";

interface FileList {
  /** The files in the order of their indexes. */
  ids: readonly string[];
  /** Adds the owner's files that are attached to messages. Throws `tooLarge` if there are too many. */
  add(messages: readonly Message[]): Promise<void>;
  mapFile: MapFile;
}

/** Lists the files that come with a snapshot: only the owner's own. `isWanted` false: none. */
export function createFileList(db: Db, ownerId: OwnerId, isWanted: boolean): FileList {
  const ids: string[] = [];
  const indexes = new Map<string, number>();
  return {
    ids,
    async add(messages) {
      if (!isWanted) return;
      const sources = messages.flatMap(({ data }) => parseDataSources(data));
      const keys = sources.flatMap(({ id }) => {
        const source = parseDataSourceId(id);
        return source?.kind === "file" && !indexes.has(source.key) ? [source.key] : [];
      });
      for (const { id } of await findOwnFiles({ db }, ownerId, [...new Set(keys)])) indexes.set(id, ids.push(id) - 1);
      if (ids.length > limits.filesPerShare) {
        throw new AppError("tooLarge", {
          userMessage: "More than 200 files are attached to these chats. Please share fewer chats at a time.",
        });
      }
    },
    mapFile: (key) => indexes.get(key),
  };
}
