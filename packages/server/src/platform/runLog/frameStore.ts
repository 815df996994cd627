/** The frames of one run, by sequence. Thousands of short strings cost more than their text: older ones are kept joined. */
export interface FrameStore {
  /** How many there are. */
  readonly count: number;
  /** UTF-16 code units of all of them. */
  readonly length: number;
  add(frame: string): void;
  /** Some of the frames after the first `place`, joined, and the place after them; no text when there are none. */
  after(place: number): { text: string; place: number };
}

const framesPerBlock = 64;

export function createFrameStore(): FrameStore {
  /** Each holds `framesPerBlock` frames; `starts` says where each begins in the text. */
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
    after(place) {
      const blockIndex = Math.floor(place / framesPerBlock);
      const within = place % framesPerBlock;
      const block = blocks[blockIndex];
      if (block) {
        const text = within === 0 ? block.text : block.text.slice(block.starts[within]);
        return { text, place: (blockIndex + 1) * framesPerBlock };
      }
      // One new frame is the usual case, and needs no joining.
      const text = within === recent.length - 1 ? (recent[within] ?? "") : recent.slice(within).join("");
      return { text, place: place + recent.length - within };
    },
  };
}
