import { isTextEncoding, type TextEncoding } from "@lectern/contract/textEncodings";

const sampleBytes = 65_536;
const contextBytes = 2_000;
/** Names of the detector that the Encoding Standard does not know, and the encodings that include theirs. */
const supersets: Readonly<Record<string, TextEncoding>> = {
  cp932: "shift_jis",
  cp949: "euc-kr",
  cp874: "windows-874",
  cp866: "ibm866",
  macroman: "macintosh",
  maccyrillic: "x-mac-cyrillic",
};
const severalBytesPattern = /^(gb|big5|shift|euc|iso-2022)/;
/** The most common encoding of all that are not UTF-8, so it wins if it is nearly as likely as another of one byte. */
const likeliest = "windows-1252";
const nearlyAsLikely = 0.6;
/** Below this confidence, in encodings of one byte, the detector only guesses. */
const minConfidence = 0.02;

/**
 * Returns the most likely encoding of text that is not UTF-8 and not UTF-16. The detector is loaded only here, because
 * its tables are large.
 */
export async function guessEncoding(bytes: Buffer): Promise<TextEncoding> {
  const { default: detector } = await import("jschardet");
  const sample = selectSample(bytes);
  const candidates = detector
    .detectAll(sample)
    .flatMap(({ encoding, confidence }) => {
      const name = resolveName(encoding);
      return name === null || !canDecode(sample, name) || mixesScripts(decode(sample, name))
        ? []
        : [{ name, confidence }];
    })
    .sort((a, b) => b.confidence - a.confidence);
  const [best] = candidates;
  if (!best || decode(bytes, best.name) === decode(bytes, likeliest)) return likeliest;
  if (severalBytesPattern.test(best.name)) return best.name;
  const western = candidates.find(({ name }) => name === likeliest)?.confidence ?? 0;
  return best.confidence < minConfidence || western >= best.confidence * nearlyAsLikely ? likeliest : best.name;
}

/** Returns the part of a file that begins at the line of the first byte outside of ASCII, or a little before it. */
function selectSample(bytes: Buffer): Buffer {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte > 0x7f),
  );
  const lineStart = bytes.subarray(0, first).lastIndexOf(0x0a) + 1;
  const start = first - lineStart > contextBytes ? first : lineStart;
  return bytes.subarray(start, start + sampleBytes);
}

function resolveName(encoding: string | null): TextEncoding | null {
  if (encoding === null) return null;
  const superset = supersets[encoding.toLowerCase()];
  if (superset) return superset;
  try {
    const name = new TextDecoder(encoding).encoding;
    if (isTextEncoding(name)) return name.startsWith("utf") ? null : name;
  } catch {
    // The detector knows encodings that no `TextDecoder` does.
  }
  return null;
}

const decode = (bytes: Buffer, encoding: TextEncoding) => new TextDecoder(encoding).decode(bytes);

const otherScriptPattern = /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}\p{sc=Han}\p{sc=Hangul}]/u;
/** Latin beside another script, as in "dйjа". Beside Han and Hangul, capitals are usual: "A股". */
const mixedWordPattern =
  /\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}]|[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Thai}]\p{sc=Latin}|\p{Ll}[\p{sc=Han}\p{sc=Hangul}]\p{Ll}/u;
/** Some words mix scripts by a slip of the keyboard. */
const maxMixedShare = 0.2;

/** Returns true if letters of several scripts stand in one word too often: the encoding is a wrong one. */
function mixesScripts(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => otherScriptPattern.test(word));
  return words.filter((word) => mixedWordPattern.test(word)).length > words.length * maxMixedShare;
}

/** The sample can end within a character, so one at the end may be missing. */
function canDecode(sample: Buffer, encoding: TextEncoding): boolean {
  return !decode(sample, encoding).slice(0, -1).includes("\ufffd");
}
