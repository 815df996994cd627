import { type Message, parseCodeInterpreterState } from "@lectern/contract";

/** A content that a file has had. `version_file_id`: the key of the generated file. */
interface AgentFileVersion {
  /** ISO 8601; empty if it is unknown. */
  timestamp: string;
  /** Bytes. */
  size: number;
  /** SHA-256 in hexadecimal digits; empty if it is unknown. */
  hash: string;
  version_file_id: string;
}

/** A file of a chat with all its versions, oldest first. The names of the fields are those of the specification. */
export interface AgentFile {
  original_name: string;
  /** The size and the time of the latest version. */
  size: number;
  last_modified: string;
  versions: AgentFileVersion[];
}

/**
 * Lists the files that code has made in these messages of a branch. A file whose name was there before is a new version of
 * it, unless its content is the same.
 */
export function listAgentFiles(messages: readonly Pick<Message, "data">[]): AgentFile[] {
  const files = new Map<string, AgentFile>();
  for (const { data } of messages) {
    for (const { values } of parseCodeInterpreterState(data.state)?.content ?? []) {
      const { file_key, file_name, file_size, hash = "", createdAt = "" } = values;
      const versions = files.get(file_name)?.versions ?? [];
      const last = versions.at(-1);
      if (last && (last.version_file_id === file_key || (hash !== "" && last.hash === hash))) continue;
      files.set(file_name, {
        original_name: file_name,
        size: file_size,
        last_modified: createdAt,
        versions: [...versions, { timestamp: createdAt, size: file_size, hash, version_file_id: file_key }],
      });
    }
  }
  return [...files.values()];
}

/** Lists the files of which an answer has made a version, with their versions in the whole branch. */
export function listChangedFiles(branch: readonly Message[], answer: Pick<Message, "data">): AgentFile[] {
  const content = parseCodeInterpreterState(answer.data.state)?.content ?? [];
  const names = new Set(content.map(({ values }) => values.file_name));
  return listAgentFiles(branch).filter(({ original_name }) => names.has(original_name));
}
