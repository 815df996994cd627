import type { Message } from "@lectern/contract";

/** A message of the shown branch with the other versions of it. */
export interface ShownMessage {
  message: Message;
  /** Ids of the messages that stand in the same place, oldest first, this one included. */
  versionIds: readonly string[];
}

const one: readonly string[] = [];

/** The shown branch with each message's versions, in one pass over the tree. `thread` as `threadOf` gives it. */
export function withVersions(messages: readonly Message[], thread: readonly Message[]): ShownMessage[] {
  if (messages.length === thread.length) return thread.map((message) => ({ message, versionIds: one }));
  const places = new Map<string, string[]>();
  for (const message of messages) {
    const place = placeOf(message);
    const ids = places.get(place);
    if (ids) ids.push(message.id);
    else places.set(place, [message.id]);
  }
  return thread.map((message) => ({ message, versionIds: places.get(placeOf(message)) ?? one }));
}

function placeOf({ parentId, role }: Message): string {
  return `${role} ${parentId ?? ""}`;
}
