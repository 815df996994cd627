import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameStore } from "./frameStore.ts";

test("from any place on, the frames come whole and in order, however many there are", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 300, size: "max" }), fc.nat(300), (frames, from) => {
      const store = createFrameStore();
      for (const frame of frames) store.add(frame);
      expect([store.count, store.length]).toEqual([frames.length, frames.join("").length]);
      let all = "";
      let place = Math.min(from, frames.length);
      while (place < store.count) {
        const next = store.after(place);
        expect(next.place).toBeGreaterThan(place);
        expect(next.text).toBe(frames.slice(place, next.place).join(""));
        all += next.text;
        place = next.place;
      }
      expect(all).toBe(frames.slice(from).join(""));
    }),
  );
});
