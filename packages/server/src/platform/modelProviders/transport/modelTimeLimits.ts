/** Time limits for model servers. */
export interface ModelTimeLimits {
  connectMs: number;
  /** From the connection to the response headers. */
  firstByteMs: number;
  /** Maximum silence within an answer. */
  idleMs: number;
  /** For listing all models. */
  listMs: number;
}

export const modelTimeLimits: ModelTimeLimits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 120_000,
  listMs: 10_000,
};
