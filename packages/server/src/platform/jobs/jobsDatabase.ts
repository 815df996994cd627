import type { Db as JobsDatabase } from "pg-boss";
import type { EmbeddedClient } from "../db/embeddedClient.ts";

/** The embedded database as pg-boss asks for it, which speaks node-postgres. */
export function createEmbeddedJobsDatabase(client: EmbeddedClient): JobsDatabase {
  return {
    async executeSql(text, values = []) {
      // One statement is prepared once and kept; several, as in its migrations, cannot be, and make the database forget what it has prepared.
      const isOne = !text.trim().replace(/;$/, "").includes(";");
      return { rows: values.length > 0 || isOne ? (await client.query(text, values)).rows : await client.exec(text) };
    },
    async listen(channel, onNotification, onReconnect) {
      const close = await client.listen(channel, onNotification);
      onReconnect();
      return { close };
    },
  };
}
