import * as z from "zod/mini";
import { DataSource, DataSourceId } from "./dataSources.ts";
import { defineOp } from "./defineOp.ts";
import { Location } from "./files.ts";
import { queryInteger, text } from "./primitives.ts";

/** `[content, key, locations, originalIndexes, charIndex, tokenCount, id, score]`. */
export const RetrievedPassage = z.tuple([
  z.string(),
  z.string(),
  z.array(Location),
  z.array(z.number()),
  z.number(),
  z.number(),
  z.string(),
  z.number(),
]);
export type RetrievedPassage = z.infer<typeof RetrievedPassage>;

export const dualRetrieval = defineOp({
  method: "POST",
  path: "/embedding-dual-retrieval",
  keyScopes: ["full_access", "dual_embedding"],
  flag: "ragEnabled",
  responseEnvelope: "fields",
  summary:
    "Searches files, given by their keys or tags, by words and by meaning for the passages that best answer a " +
    "question.",
  isHeavy: true,
  input: z.object({
    userInput: text(20_000).check(z.minLength(1)),
    dataSources: z._default(z.array(z.union([DataSourceId, DataSource])).check(z.maxLength(1_000)), []),
    groupDataSources: z.optional(z.record(z.string(), z.array(DataSourceId).check(z.maxLength(1_000)))),
    limit: z._default(queryInteger(1, 100), 10),
  }),
  output: z.object({ result: z.array(RetrievedPassage) }),
});

/** A document whose embeddings are queued, being computed, failed or terminated. It never contains the name. */
export const EmbeddingQueueMessage = z.object({
  messageId: z.string(),
  eventTime: z.string(),
  object: z.object({
    /** The address of the person, or the name of the group, whose file it is. */
    user: z.string(),
    key: z.string(),
    size: z.number(),
    /** Media type. */
    type: z.string(),
    /** The number of pages or other items; null: unknown. */
    pages: z.nullable(z.number()),
  }),
  state: z.enum(["waiting", "active", "failed", "terminated"]),
  terminated: z.boolean(),
});
export type EmbeddingQueueMessage = z.infer<typeof EmbeddingQueueMessage>;

export const getEmbeddingQueue = defineOp({
  method: "GET",
  path: "/embedding/sqs/get",
  keyScopes: "none",
  access: "admin",
  responseEnvelope: "body",
  summary:
    "Lists the documents that are being prepared for search by meaning, and those whose preparation failed or was " +
    "terminated: at most 200, the running ones first.",
  input: z.object({}),
  output: z.object({
    messages: z.array(EmbeddingQueueMessage),
    /** Of all documents. */
    counts: z.object({ waiting: z.number(), active: z.number(), failed: z.number() }),
    /** The name of the model that embeds; null: there is none, and documents are found by their words only. */
    model: z.nullable(z.string()),
  }),
});

const ObjectKey = text(300).check(z.minLength(1));

export const terminateEmbedding = defineOp({
  method: "POST",
  path: "/embedding/terminate",
  keyScopes: "none",
  access: "admin",
  responseEnvelope: "body",
  summary: "Stops the preparation of a document for search by meaning; search by words still finds it.",
  input: z.object({ object_key: ObjectKey }),
  output: z.object({}),
});

export const retryEmbedding = defineOp({
  method: "POST",
  path: "/embedding/retry",
  keyScopes: "none",
  access: "admin",
  responseEnvelope: "body",
  summary: "Prepares a document for search by meaning again, after this has failed or was terminated.",
  input: z.object({ object_key: ObjectKey }),
  output: z.object({}),
});
