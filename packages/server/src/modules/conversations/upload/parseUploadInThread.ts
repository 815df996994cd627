import { parseUploadedConversation, type UploadedConversation } from "./parseUploadedConversation.ts";

interface UploadTask {
  codes: Uint32Array;
  conversationId: string;
}

/** Runs in the background thread, for `uploadConversation`. */
export const run = ({ codes, conversationId }: UploadTask): UploadedConversation =>
  parseUploadedConversation(codes, conversationId);
