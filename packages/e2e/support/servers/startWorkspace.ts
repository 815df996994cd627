import { randomBytes } from "node:crypto";
import { getAvailableModels } from "@lectern/contract";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import {
  createPostgresDatabase,
  getPreparedDataFolder,
  type TestDatabaseKind,
} from "../../../server/src/testing/testDatabase.ts";
import { type ApiClient, createApiClient } from "../content/createApiClient.ts";
import { type HttpPerson, signInByHttp } from "../content/signInByHttp.ts";
import { type RunningLectern, startLectern } from "./startLectern.ts";

export interface Workspace {
  lectern: RunningLectern;
  models: ModelServer;
  /** URL of the PostgreSQL database created for the server; null if none was created. */
  databaseUrl: string | null;
  /** The first person to sign in, and so the administrator. */
  ann: HttpPerson;
  api: ApiClient;
  /** Id of the scripted model. */
  modelId: string;
  close(): Promise<void>;
}

/** Starts the server on its own database with a scripted model server, and signs in a person. */
export async function startWorkspace(
  kind: TestDatabaseKind,
  environment: Record<string, string> = {},
  /** Ids of the models that the model server offers; by default the scripted ones. Must include `scripted-large`. */
  offeredModelIds?: readonly string[],
): Promise<Workspace> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const key = environment.OPENAI_COMPATIBLE_API_KEY;
    const models = await startModelServer({
      ...(key === undefined ? {} : { key }),
      ...(offeredModelIds ? { models: offeredModelIds } : {}),
    });
    closers.push(() => models.close());
    const postgres = kind === "postgres" ? await createPostgresDatabase("prepared") : null;
    if (postgres) closers.push(postgres.drop);
    const postgresEnvironment = postgres
      ? { DATABASE_URL: postgres.databaseUrl, SECRET_KEY: randomBytes(24).toString("hex") }
      : undefined;
    const isEmbedded = !postgres && environment.DATABASE_URL === undefined;
    const startOptions = isEmbedded ? { template: await getPreparedDataFolder() } : {};
    const lectern = await startLectern(
      { OPENAI_COMPATIBLE_URL: models.url, ...postgresEnvironment, ...environment },
      startOptions,
    );
    closers.push(() => lectern.close());
    const ann = await signInByHttp(lectern.url, "ann@example.org");
    const api = createApiClient(lectern.url, ann.accessToken);
    const { models: availableModels } = await api.call(getAvailableModels, {});
    const modelId = availableModels.find(({ name }) => name.includes("scripted-large"))?.id;
    if (modelId === undefined) throw new Error("the scripted model is not offered");
    return { lectern, models, databaseUrl: postgres?.databaseUrl ?? null, ann, api, modelId, close };
  } catch (error) {
    await close();
    throw error;
  }
}
