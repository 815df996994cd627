/** How long a model's server may take. */
export interface ModelTimeLimits {
  connectMs: number;
  /** From the connection to the reply's headers. */
  firstByteMs: number;
  /** Longest silence within an answer. */
  idleMs: number;
  /** The whole of a list of models. */
  listMs: number;
}

export const modelTimeLimits: ModelTimeLimits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 120_000,
  listMs: 10_000,
};
