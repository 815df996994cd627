import { applyChatEvent, emptyAnswer } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import { interruptedEnd } from "../../platform/runLog/interruptedEnd.ts";
import type { RunWriter } from "../../platform/runLog/runLog.ts";
import type { StoredTurn } from "./steps/storeTurn.ts";

/** Shows the run of another process, which has the claim, to the readers in this one until it ends. */
export async function relayRemoteRun(
  platform: Platform,
  remoteReader: Parameters<RunWriter["relay"]>[0],
  {
    actor,
    turn,
    writer,
    storedTurn,
    logAndIgnore,
  }: {
    actor: Actor;
    turn: ChatTurn;
    writer: RunWriter;
    storedTurn: StoredTurn | null;
    logAndIgnore: (error: unknown) => void;
  },
): Promise<void> {
  const relay = writer.relay(remoteReader);
  // A stop that arrived before the relay reached only this process, so forward it to the owner of the run.
  if (writer.stopSignal.aborted && !platform.runLog.isShuttingDown()) {
    await platform.runLog.stop({ userId: actor.principal.id, requestId: turn.requestId }).catch(logAndIgnore);
  }
  await relay;
  // This write changes nothing if the owner has stored its process id in the reply. If the owner died before that,
  // the reply still has the id of this process, so no other process would end the reply.
  await storedTurn?.saver.finish(applyChatEvent(emptyAnswer, { s: "meta", ...interruptedEnd })).catch(logAndIgnore);
}
