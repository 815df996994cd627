/**
 * The frames of one run, by sequence. Joins older frames, because thousands of short strings take more memory than
 * their text.
 */
export interface FrameStore {
  /** Number of stored frames. */
  readonly count: number;
  /** Total UTF-16 code units. */
  readonly length: number;
  add(frame: string): void;
  /**
   * Returns some of the frames after the first `position`, joined, and the position after them; no text if there are
   * none.
   */
  getAfter(position: number): { text: string; position: number };
}

const framesPerBlock = 64;

export function createFrameStore(): FrameStore {
  /** Each block has `framesPerBlock` frames; `starts` has the offset of each frame in the text. */
  const blocks: { text: string; starts: Uint32Array }[] = [];
  let recentFrames: string[] = [];
  let length = 0;

  const joinRecentFrames = () => {
    const frameOffsets = new Uint32Array(framesPerBlock);
    for (let index = 1; index < framesPerBlock; index++) {
      frameOffsets[index] = (frameOffsets[index - 1] ?? 0) + (recentFrames[index - 1]?.length ?? 0);
    }
    blocks.push({ text: recentFrames.join(""), starts: frameOffsets });
    recentFrames = [];
  };

  return {
    get count() {
      return blocks.length * framesPerBlock + recentFrames.length;
    },
    get length() {
      return length;
    },
    add(frame) {
      recentFrames.push(frame);
      length += frame.length;
      if (recentFrames.length === framesPerBlock) joinRecentFrames();
    },
    getAfter(position) {
      const blockIndex = Math.floor(position / framesPerBlock);
      const offset = position % framesPerBlock;
      const block = blocks[blockIndex];
      if (block) {
        const text = offset === 0 ? block.text : block.text.slice(block.starts[offset]);
        return { text, position: (blockIndex + 1) * framesPerBlock };
      }
      // Usually there is one new frame, which needs no joining.
      const text =
        offset === recentFrames.length - 1 ? (recentFrames[offset] ?? "") : recentFrames.slice(offset).join("");
      return { text, position: position + recentFrames.length - offset };
    },
  };
}
