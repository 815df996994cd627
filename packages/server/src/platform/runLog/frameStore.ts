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
  after(position: number): { text: string; position: number };
}

const framesPerBlock = 64;

export function createFrameStore(): FrameStore {
  /** Each block has `framesPerBlock` frames; `starts` has the offset of each frame in the text. */
  const blocks: { text: string; starts: Uint32Array }[] = [];
  let recent: string[] = [];
  let length = 0;

  const joinRecent = () => {
    const starts = new Uint32Array(framesPerBlock);
    for (let index = 1; index < framesPerBlock; index++) {
      starts[index] = (starts[index - 1] ?? 0) + (recent[index - 1]?.length ?? 0);
    }
    blocks.push({ text: recent.join(""), starts });
    recent = [];
  };

  return {
    get count() {
      return blocks.length * framesPerBlock + recent.length;
    },
    get length() {
      return length;
    },
    add(frame) {
      recent.push(frame);
      length += frame.length;
      if (recent.length === framesPerBlock) joinRecent();
    },
    after(position) {
      const blockIndex = Math.floor(position / framesPerBlock);
      const offset = position % framesPerBlock;
      const block = blocks[blockIndex];
      if (block) {
        const text = offset === 0 ? block.text : block.text.slice(block.starts[offset]);
        return { text, position: (blockIndex + 1) * framesPerBlock };
      }
      // Usually there is one new frame, which needs no joining.
      const text = offset === recent.length - 1 ? (recent[offset] ?? "") : recent.slice(offset).join("");
      return { text, position: position + recent.length - offset };
    },
  };
}
