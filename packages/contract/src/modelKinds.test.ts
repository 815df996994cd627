import { expect, test } from "vitest";
import { findOtherModelKind, isEmbeddingsModelId } from "./modelKinds.ts";

test.each([
  "text-embedding-3-small",
  "nomic-embed-text",
  "BAAI/bge-m3",
  "all-minilm:latest",
  "sentence-transformers/all-MiniLM-L6-v2",
  "intfloat/multilingual-e5-large-instruct",
  "thenlper/gte-large",
])("%s returns vectors (OpenAI, Ollama, vLLM)", (id) => {
  expect([isEmbeddingsModelId(id), findOtherModelKind(id)]).toEqual([true, null]);
});

test.each([
  ["whisper-1", "speech"],
  ["openai/whisper-large-v3", "speech"],
  ["gpt-4o-mini-transcribe", "speech"],
  ["tts-1", "speech"],
  ["playai-tts", "speech"],
  ["xtts_v2", "speech"],
  ["kokoro", "speech"],
  ["dall-e-3", "pictures"],
  ["stabilityai/stable-diffusion-3.5", "pictures"],
  ["black-forest-labs/FLUX.1-dev", "pictures"],
  ["black-forest-labs/FLUX.2-klein-4B", "pictures"],
  ["flux-pro", "pictures"],
  ["sora-2", "pictures"],
  ["imagen-4.0-generate-001", "pictures"],
  ["chatgpt-image-latest", "pictures"],
  ["mistral-ocr-latest", "pictures"],
  ["minimax/speech-02-hd", "speech"],
  ["bge-reranker-v2-m3", "reranking"],
  ["Qwen/Qwen3-Reranker-4B", "reranking"],
  ["omni-moderation-latest", "moderation"],
])("%s is for %s (OpenAI, LocalAI, Mistral, gateways)", (id, kind) => {
  expect([findOtherModelKind(id), isEmbeddingsModelId(id)]).toEqual([kind, false]);
});

test.each([
  "llama-3.3-70b",
  "qwen3:8b",
  "mistral-small",
  "gpt-oss-20b",
  "gemma3",
  "fluxor-7b",
  "veona-2",
  "phi-4",
  "gemini-2.5-flash",
  "magistral-medium-2509",
  "voxtral-small",
  "deepseek-ai/DeepSeek-OCR",
  "nanonets/Nanonets-OCR-s",
  "deepseek-ocr:3b",
  "flux-7b-instruct",
  "sora-7b",
  "flux-chat",
  "stable-diffusion-prompt-writer",
  "granite-speech-3.3-8b",
])("%s chats", (id) => expect([findOtherModelKind(id), isEmbeddingsModelId(id)]).toEqual([null, false]));
