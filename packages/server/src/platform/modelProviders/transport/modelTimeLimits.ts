/** Time limits for model servers. */
export interface ModelTimeLimits {
  /** Maximum time to connect, including TLS. */
  connectMs: number;
  /** Maximum time from the connection to the response headers. */
  firstByteMs: number;
  /** Maximum time without data while an answer is streamed. */
  idleMs: number;
  /** Maximum time to fetch the whole list of models. */
  listMs: number;
}

export const modelTimeLimits: ModelTimeLimits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 120_000,
  listMs: 10_000,
};
