/** Default URLs of well-known OpenAI-compatible servers. */
export const endpointPresets = [
  { name: "OpenAI", url: "https://api.openai.com/v1" },
  { name: "Ollama", url: "http://localhost:11434/v1" },
  { name: "LM Studio", url: "http://localhost:1234/v1" },
  { name: "vLLM", url: "http://localhost:8000/v1" },
] as const;
