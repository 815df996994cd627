import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameStore } from "./frameStore.ts";

test("returns whole frames in order from any position, however many there are", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 300, size: "max" }), fc.nat(300), (frames, from) => {
      const store = createFrameStore();
      for (const frame of frames) store.add(frame);
      expect([store.count, store.length]).toEqual([frames.length, frames.join("").length]);
      let all = "";
      let position = Math.min(from, frames.length);
      while (position < store.count) {
        const next = store.getAfter(position);
        expect(next.position).toBeGreaterThan(position);
        expect(next.text).toBe(frames.slice(position, next.position).join(""));
        all += next.text;
        position = next.position;
      }
      expect(all).toBe(frames.slice(from).join(""));
    }),
  );
});
