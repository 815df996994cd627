import type { Db as JobsDatabase } from "pg-boss";
import type { EmbeddedClient } from "../db/embedded/embeddedClient.ts";

/** Adapts the embedded database to the interface that pg-boss expects of a database. */
export function createEmbeddedJobsDatabase(client: EmbeddedClient): JobsDatabase {
  return {
    async executeSql(text, values = []) {
      // Single statements go through the cache of prepared statements. Several at once, as in pg-boss's migrations,
      // cannot be prepared, and `exec` clears that cache.
      const isSingle = !text.trim().replace(/;$/, "").includes(";");
      return {
        rows: values.length > 0 || isSingle ? (await client.query(text, values)).rows : await client.exec(text),
      };
    },
    async listen(channel, onNotification, onReconnect) {
      const close = await client.listen(channel, onNotification);
      onReconnect();
      return { close };
    },
  };
}
