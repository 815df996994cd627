import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { SecretBox } from "../secretBox.ts";
import { type BusMessage, everyProcess } from "./processBus.ts";

/** Turns messages into texts that only the processes of this workspace can read, and back. */
export interface PayloadSeal {
  seal(to: string, message: BusMessage): string;
  /** Null for what is not for this process, is no message of ours, or has come before. */
  open(to: string, payload: string): { from: string; message: BusMessage } | null;
}

const idBytes = 16;
const counterBytes = 6;
const tagBytes = 16;
const prefixBytes = idBytes + counterBytes;
/** More processes than ever run at one time; what is forgotten is derived again. */
const rememberedSenders = 200;

/**
 * AES-256-GCM. What goes over the database must be sealed: it may reach the disk of its server, and holds what people say. Each start of a
 * process has a key of its own, derived from its id, so that a counter makes every nonce unique. A payload is base64 of the sender's
 * id, the counter, the tag and the ciphertext; for whom it is, is authenticated with it.
 */
export function createPayloadSeal(secrets: SecretBox, ownId: string): PayloadSeal {
  const senders = new Map<string, { key: Buffer; heard: number }>();
  const keyOf = (id: Buffer) =>
    Buffer.from(hkdfSync("sha256", secrets.key("processMessages"), id, "lectern process", 32));
  const ownBytes = bytesOf(ownId);
  const ownKey = keyOf(ownBytes);
  let count = 0;

  /** Who has spoken last is forgotten last. Only who knows the secret gets here: nobody else can have one forgotten. */
  const remember = (from: string, sender: { key: Buffer; heard: number }) => {
    senders.delete(from);
    senders.set(from, sender);
    const [oldest] = senders.keys();
    if (oldest !== undefined && senders.size > rememberedSenders) senders.delete(oldest);
  };

  return {
    seal(to, { head, body }) {
      count += 1;
      const prefix = Buffer.alloc(prefixBytes);
      ownBytes.copy(prefix);
      prefix.writeUIntBE(count, idBytes, counterBytes);
      const cipher = createCipheriv("aes-256-gcm", ownKey, nonceOf(prefix));
      cipher.setAAD(Buffer.from(to));
      const json = Buffer.from(JSON.stringify(head));
      const headLength = Buffer.alloc(2);
      headLength.writeUInt16BE(json.length);
      const parts = [cipher.update(headLength), cipher.update(json)];
      if (body) parts.push(cipher.update(body));
      parts.push(cipher.final());
      return Buffer.concat([prefix, cipher.getAuthTag(), ...parts]).toString("base64");
    },
    open(to, payload) {
      const bytes = Buffer.from(payload, "base64");
      if (bytes.length < prefixBytes + tagBytes + 2) return null;
      const id = bytes.subarray(0, idBytes);
      const from = idOf(id);
      if (from === ownId || (to !== ownId && to !== everyProcess)) return null;
      const sender = senders.get(from) ?? { key: keyOf(id), heard: 0 };
      const counter = bytes.readUIntBE(idBytes, counterBytes);
      if (counter <= sender.heard) return null;
      const plain = decrypt(sender.key, to, bytes);
      if (!plain) return null;
      sender.heard = counter;
      remember(from, sender);
      const headEnd = 2 + plain.readUInt16BE(0);
      // Sealed by a process of ours, which seals nothing but messages.
      const head = JSON.parse(plain.toString("utf8", 2, headEnd)) as BusMessage["head"];
      return { from, message: { head, body: plain.subarray(headEnd) } };
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
    return null; // another workspace's on the same database, or somebody's game
  }
}

function nonceOf(bytes: Buffer): Buffer {
  const nonce = Buffer.alloc(12);
  bytes.copy(nonce, 12 - counterBytes, idBytes, prefixBytes);
  return nonce;
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
