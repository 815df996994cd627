import { randomBytes } from "node:crypto";
import { getAvailableModels } from "@lectern/contract";
import { type ModelServer, startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { createPostgresDatabase } from "../../../server/src/testing/testDatabase.ts";
import { type ApiClient, createApiClient } from "../content/createApiClient.ts";
import { type HttpPerson, signInByHttp } from "../content/signInByHttp.ts";
import { type Balancer, startBalancer } from "./startBalancer.ts";
import { type RunningLectern, startLectern } from "./startLectern.ts";
import { findFreePort } from "./temporary.ts";

/** One of the server processes. */
export interface ServerInstance {
  lectern: RunningLectern;
  port: number;
  /** Its own origin, bypassing the balancer. */
  url: string;
  /** Ann's client for this process. */
  api: ApiClient;
}

export interface TwoProcesses {
  first: ServerInstance;
  second: ServerInstance;
  balancer: Balancer;
  models: ModelServer;
  databaseUrl: string;
  ann: HttpPerson;
  /** Ann's client through the balancer. */
  api: ApiClient;
  /** Id of the scripted model. */
  modelId: string;
  close(): Promise<void>;
}

/** Starts two server processes on one PostgreSQL database behind a balancer, with a scripted model; signs in Ann. */
export async function startTwoProcesses(environment: Record<string, string> = {}): Promise<TwoProcesses> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const models = await startModelServer();
    closers.push(() => models.close());
    const { databaseUrl, drop } = await createPostgresDatabase("empty");
    closers.push(drop);
    const balancer = await startBalancer();
    closers.push(() => balancer.close());
    const sharedEnvironment = {
      OPENAI_COMPATIBLE_URL: models.url,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: randomBytes(24).toString("hex"),
      PUBLIC_URL: balancer.url,
      ...environment,
    };
    const start = async () => {
      const port = await findFreePort();
      const lectern = await startLectern({ ...sharedEnvironment, PORT: String(port) });
      closers.push(() => lectern.close());
      return { lectern, port, url: `http://127.0.0.1:${port}` };
    };
    const first = await start();
    const second = await start();
    balancer.serve([first.port, second.port]);
    await balancer.waitUntilAllReady();
    const ann = await signInByHttp(balancer.url, "ann@example.org");
    const createApiAt = (url: string) => createApiClient(url, ann.accessToken);
    const api = createApiAt(balancer.url);
    const { models: availableModels } = await api.call(getAvailableModels, {});
    const modelId = availableModels.find(({ name }) => name.includes("scripted-large"))?.id;
    if (modelId === undefined) throw new Error("the scripted model is not offered");
    return {
      first: { ...first, api: createApiAt(first.url) },
      second: { ...second, api: createApiAt(second.url) },
      balancer,
      models,
      databaseUrl,
      ann,
      api,
      modelId,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
