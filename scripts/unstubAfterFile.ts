import { afterAll, vi } from "vitest";

// The options `unstubGlobals` and `unstubEnvs` act before each test. The hooks of the next file run earlier than that.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
