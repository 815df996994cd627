/** Time limits for model servers. */
export interface ModelTimeLimits {
  connectMs: number;
  /** Maximum time from the connection to the response headers. */
  firstByteMs: number;
  /** Maximum silence within an answer. */
  idleMs: number;
  /** Maximum time to list all models. */
  listMs: number;
}

export const modelTimeLimits: ModelTimeLimits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 120_000,
  listMs: 10_000,
};
