import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { SecretBox } from "../secretBox.ts";
import { allProcesses, type BusMessage } from "./processBus.ts";

/** Encrypts messages so that only the processes of this workspace can read them, and decrypts them. */
export interface PayloadCipher {
  seal(to: string, message: BusMessage): string;
  /** Returns null if the payload is not for this process or from it, not from this workspace, or is a replay. */
  open(to: string, payload: string): { from: string; message: BusMessage } | null;
}

const idBytes = 16;
const counterBytes = 6;
const tagBytes = 16;
const prefixBytes = idBytes + counterBytes;
/**
 * More than the number of processes that ever run at the same time. After an eviction, the sender's key is derived
 * again and its replays are no longer detected.
 */
const maxCachedSenders = 200;

interface Sender {
  key: Buffer;
  /** The counter of the last accepted message. */
  lastCounter: number;
}

/**
 * Uses AES-256-GCM, because messages contain people's conversations and PostgreSQL may write them to disk. Each process
 * has its own key, derived from its id, which is new at each start, so a counter makes every nonce unique. A payload is
 * base64 of the sender's id, the counter, the tag and the ciphertext; the recipient is authenticated as additional
 * data.
 */
export function createPayloadCipher(secrets: SecretBox, ownId: string): PayloadCipher {
  const senders = new Map<string, Sender>();
  const deriveKey = (id: Buffer) =>
    Buffer.from(hkdfSync("sha256", secrets.key("processMessages"), id, "lectern process", 32));
  const ownIdBytes = idToBytes(ownId);
  const ownKey = deriveKey(ownIdBytes);
  let sealedCount = 0;

  /**
   * Caches a sender, and evicts the least recently used one if there are too many. Called only for authenticated
   * messages, so an attacker cannot force evictions.
   */
  const cacheSender = (from: string, sender: Sender) => {
    senders.delete(from);
    senders.set(from, sender);
    const [oldest] = senders.keys();
    if (oldest !== undefined && senders.size > maxCachedSenders) senders.delete(oldest);
  };

  return {
    seal(to, { head, body }) {
      sealedCount += 1;
      const prefix = Buffer.alloc(prefixBytes);
      ownIdBytes.copy(prefix);
      prefix.writeUIntBE(sealedCount, idBytes, counterBytes);
      const cipher = createCipheriv("aes-256-gcm", ownKey, nonceOf(prefix));
      cipher.setAAD(Buffer.from(to));
      const headJson = Buffer.from(JSON.stringify(head));
      const headLength = Buffer.alloc(2);
      headLength.writeUInt16BE(headJson.length);
      const parts = [cipher.update(headLength), cipher.update(headJson)];
      if (body) parts.push(cipher.update(body));
      parts.push(cipher.final());
      return Buffer.concat([prefix, cipher.getAuthTag(), ...parts]).toString("base64");
    },
    open(to, payload) {
      const bytes = Buffer.from(payload, "base64");
      if (bytes.length < prefixBytes + tagBytes + 2) return null;
      const id = bytes.subarray(0, idBytes);
      const from = bytesToId(id);
      if (from === ownId || (to !== ownId && to !== allProcesses)) return null;
      const sender = senders.get(from) ?? { key: deriveKey(id), lastCounter: 0 };
      const counter = bytes.readUIntBE(idBytes, counterBytes);
      if (counter <= sender.lastCounter) return null;
      const plaintext = decrypt(sender.key, to, bytes);
      if (!plaintext) return null;
      sender.lastCounter = counter;
      cacheSender(from, sender);
      const headEnd = 2 + plaintext.readUInt16BE(0);
      // Authenticated: only processes of this workspace can seal payloads, and they seal nothing but messages.
      const head = JSON.parse(plaintext.toString("utf8", 2, headEnd)) as BusMessage["head"];
      return { from, message: { head, body: plaintext.subarray(headEnd) } };
    },
  };
}

function decrypt(key: Buffer, to: string, bytes: Buffer): Buffer | null {
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(bytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(to));
  decipher.setAuthTag(bytes.subarray(prefixBytes, prefixBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(prefixBytes + tagBytes)), decipher.final()]);
  } catch {
    return null; // from another workspace on the same database, or forged
  }
}

function nonceOf(bytes: Buffer): Buffer {
  const nonce = Buffer.alloc(12);
  bytes.copy(nonce, 12 - counterBytes, idBytes, prefixBytes);
  return nonce;
}

function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function bytesToId(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
