import { listModelServers } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { listServers } from "../modelServers.ts";

export const listModelServersHandler = implement(listModelServers, async (ctx) => ({
  servers: await listServers(ctx),
}));
