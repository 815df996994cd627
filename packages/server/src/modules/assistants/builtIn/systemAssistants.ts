import { AssistantContent, type AssistantContentInput, systemAssistantTags } from "@lectern/contract";
import * as z from "zod/mini";
import { apiDocHelperInstructions } from "./apiDocHelperInstructions.ts";
import { apiKeyManagerInstructions } from "./apiKeyManagerInstructions.ts";
import { assistantCreatorInstructions } from "./assistantCreatorInstructions.ts";

/** An assistant of the server itself. */
export interface SystemAssistant {
  /** The same on every server, so that links to it work everywhere. */
  id: string;
  content: AssistantContent;
  /** False while the feature that it is about does not exist. */
  isPublished: boolean;
}

const { assistant, system, assistantBuilder, apiDocHelper, apiKeyManager } = systemAssistantTags;

/** A start stores a new version of each whose content has changed. */
export const systemAssistants: readonly SystemAssistant[] = [
  {
    id: "astgp/5f0c1f5e-2f4b-4e0b-9c58-7c7a3b1d9e11",
    isPublished: true,
    content: createContent({
      name: "Assistant Creator",
      description: "Asks a few questions, then creates an assistant for you.",
      instructions: assistantCreatorInstructions,
      tags: [assistantBuilder, assistant, system],
      data: {
        icon: "🛠️",
        starters: [
          "I want an assistant for one of my courses.",
          "Help me make an assistant that answers in the style of our office.",
          "I have an idea for an assistant, but I do not know where to begin.",
        ],
      },
    }),
  },
  {
    id: "astgp/8a4de0b7-64c3-4a86-8f0e-1b7f5d2c3a22",
    isPublished: true,
    content: createContent({
      name: "API Document Helper",
      description: "Explains the API of this server, with examples.",
      instructions: apiDocHelperInstructions,
      tags: [apiDocHelper, assistant, system],
      data: { icon: "📘", starters: ["How do I send a question with curl?", "Which models can I name in a request?"] },
    }),
  },
  {
    id: "astgp/c1b9f7a2-0d35-4b7c-a6de-94e2f8a6b333",
    isPublished: true,
    content: createContent({
      name: "API Key Manager",
      description: "Helps you to create, change and deactivate API keys.",
      instructions: apiKeyManagerInstructions,
      tags: [apiKeyManager, assistant, system],
      data: { icon: "🔑", starters: ["I need a key for a script.", "Please deactivate a key that I no longer use."] },
    }),
  },
];

function createContent(input: AssistantContentInput): AssistantContent {
  return z.parse(AssistantContent, input);
}
