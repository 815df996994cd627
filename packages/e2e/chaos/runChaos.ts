import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { getAvailableModels } from "@lectern/contract";
import { openDatabase } from "../../server/src/platform/db/openDatabase.ts";
import { createLog } from "../../server/src/platform/log.ts";
import { type Chance, createChance } from "./chance.ts";
import { type ChaosPerson, createChaosPerson } from "./chaosPerson.ts";
import { type ChaosServers, startChaosServers } from "./chaosServers.ts";
import { type ChaosTally, createTally } from "./chaosTally.ts";
import { type ChaosTurn, runTurn, type TurnScene } from "./chaosTurn.ts";
import { checkStored } from "./checkStored.ts";
import { checkUsage } from "./checkUsage.ts";

export interface ChaosOptions {
  turns: number;
  /** Seed of the random decisions. It does not repeat a run exactly; see `Chance`. */
  seed: number;
  /** URL of an empty PostgreSQL database; null: PGlite with one process. */
  databaseUrl: string | null;
  /** A data folder on a copy of which PGlite starts. Default: an empty one. */
  template?: string;
  /** Number of server processes on PostgreSQL; ignored on PGlite. */
  processes: number;
  /** Number of tabs that chat concurrently. */
  tabs: number;
  /** Mean time between two kills. */
  killEveryMs: number;
  /** Mean time between two pauses of a process; null: none. */
  pauseEveryMs: number | null;
  /** Mean time between two restarts of the database, and the function that restarts the database; null: no restarts. */
  databaseRestarts: { everyMs: number; restart(): Promise<void> } | null;
  onProgress?(tally: ChaosTally): void;
}

const turnsPerConversation = 12;
const localShare = 0.2;

/**
 * Simulates people who chat while processes are killed and connections are cut. Checks that nothing was
 * lost or duplicated: cloud conversations after every turn, and the recorded usage at the end.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosTally> {
  const chance = createChance(options.seed);
  const tally = createTally();
  const sharedEnvironment = options.databaseUrl && {
    DATABASE_URL: options.databaseUrl,
    SECRET_KEY: randomBytes(24).toString("hex"),
  };
  const servers = await startChaosServers(
    chance,
    sharedEnvironment || null,
    options.databaseUrl ? options.processes : 1,
    options.template,
  );
  const allTurns: ChaosTurn[] = [];
  try {
    const finishController = new AbortController();
    const { pauseEveryMs, databaseRestarts } = options;
    const startRepeating = (everyMs: number, action: () => Promise<void>) =>
      actRepeatedly(chance, everyMs, action, finishController.signal);
    const faultLoops = [
      startRepeating(options.killEveryMs, async () => {
        tally.kills += 1;
        await servers.killOne();
      }),
    ];
    if (pauseEveryMs !== null) {
      const pause = async () => {
        await servers.pauseOne();
        tally.pauses += 1;
      };
      faultLoops.push(startRepeating(pauseEveryMs, pause));
    }
    if (databaseRestarts) {
      const restart = async () => {
        await databaseRestarts.restart();
        tally.restarts += 1;
      };
      faultLoops.push(startRepeating(databaseRestarts.everyMs, restart));
    }
    const tabLoops = Array.from({ length: options.tabs }, async (_, index) => {
      const person = await createChaosPerson(servers, `person-${index}@example.org`);
      const modelId = await findModel(person);
      while (tally.turns < options.turns) {
        await runConversation(
          { chance, person, tally, modelId, conversationId: randomUUID(), storage: "cloud" },
          servers,
          options,
          allTurns,
        );
      }
    });
    await Promise.all(tabLoops).finally(() => finishController.abort());
    await Promise.all(faultLoops);
    await servers.stop();
    const database = await openDatabase({
      databaseUrl: options.databaseUrl,
      dataDir: servers.dataDir,
      log: createLog("silent"),
    });
    tally.problems.push(...(await checkUsage(database, allTurns, servers)));
    await database.close();
    return tally;
  } finally {
    await servers.close();
  }
}

async function runConversation(
  cloudScene: TurnScene,
  servers: ChaosServers,
  { turns, onProgress }: ChaosOptions,
  allTurns: ChaosTurn[],
): Promise<void> {
  const { chance, tally } = cloudScene;
  const scene: TurnScene = chance.happens(localShare) ? { ...cloudScene, storage: "local" } : cloudScene;
  const earlierTurns: ChaosTurn[] = [];
  while (earlierTurns.length < turnsPerConversation && tally.turns < turns) {
    const turn = await runTurn(scene, earlierTurns.at(-1)?.replyId ?? null);
    if (scene.storage === "cloud") await checkStored(scene, turn, earlierTurns, servers);
    earlierTurns.push(turn);
    allTurns.push(turn);
    onProgress?.(tally);
  }
}

async function actRepeatedly(
  chance: Chance,
  everyMs: number,
  action: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    // Rejects when the signal aborts.
    await delay(chance.between(everyMs / 2, everyMs * 1.5), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await action();
  }
}

async function findModel(person: ChaosPerson): Promise<string> {
  const { body } = await person.ask(getAvailableModels.method, getAvailableModels.path);
  const { models } = getAvailableModels.output.parse(body.data);
  const model = models.find(({ name }) => name.includes("scripted-large"));
  if (!model) throw new Error("the scripted model is not available");
  return model.id;
}
