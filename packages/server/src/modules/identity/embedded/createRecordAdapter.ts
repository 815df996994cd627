import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import type { Platform } from "../../../core/context.ts";
import * as repository from "./repository.ts";

/** Creates adapters that store the records of oidc-provider in our table. Expiry follows the server's clock. */
export function createRecordAdapter({ db, clock }: Pick<Platform, "db" | "clock">): AdapterFactory {
  return (model): Adapter => {
    const find = async (key: repository.RecordKey): Promise<AdapterPayload | undefined> =>
      (await repository.findRecord(db, model, key, clock.now())) ?? undefined;
    return {
      async upsert(id, payload, expiresInSeconds) {
        await repository.upsertRecord(db, {
          model,
          id,
          payload: { ...payload },
          grantId: payload.grantId ?? null,
          uid: payload.uid ?? null,
          userCode: payload.userCode ?? null,
          // Some records, such as clients, never expire.
          expiresAt: expiresInSeconds ? new Date(clock.now().getTime() + expiresInSeconds * 1_000) : null,
        });
      },
      find: (id) => find({ id }),
      findByUid: (uid) => find({ uid }),
      findByUserCode: (userCode) => find({ user_code: userCode }),
      consume: (id) => repository.consumeRecord(db, model, id, clock.now()),
      destroy: (id) => repository.deleteRecord(db, model, id),
      revokeByGrantId: (grantId) => repository.deleteRecordsOfGrant(db, model, grantId),
    };
  };
}
