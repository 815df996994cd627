/** How the scripted server requests an artifact. */
const forms = {
  /** Valid JSON in a fenced block. */
  wellformed: (block: Block) => fence(JSON.stringify(block, null, 2)),
  /** JSON that a program can repair: single quotes, a line break in a text, a comma too many. */
  broken: ({ instructions, name, type }: Block) =>
    fence(`{'instructions': '${instructions.replaceAll("'", "")}\n', 'name': '${name}', type: "${type}", }`),
  /** No JSON; the model that is asked for a repair answers with some. */
  unreadable: ({ name, type }: Block) =>
    fence(`An artifact, please. [[answer: ${JSON.stringify({ instructions: "Write it.", name, type })}]]`),
  /** No JSON, and no repair. */
  hopeless: () => fence("An artifact, please."),
  /** Ends in the middle of the block. */
  cut: (block: Block) => fence(JSON.stringify(block)).slice(0, -"}\n```".length),
  /** Names what is not there, in members that are not what they should be. */
  hostile: (block: Block) =>
    fence(
      JSON.stringify({
        ...block,
        id: "Secret_plan-0000001",
        includeArtifactsId: ["Secret_plan-0000001", { id: 1 }, "../../x"],
        type: "exe",
        name: `<img src=x onerror=alert(1)>${"n".repeat(100)}`,
        contents: "<script>stolen</script>",
        version: 99,
        messageId: "m1",
      }),
    ),
} as const;

interface Block {
  instructions: string;
  includeArtifactsId: string[];
  id: string;
  name: string;
  description: string;
  type: string;
}

const fence = (json: string) => `\`\`\`autoArtifacts\n${json}\n\`\`\``;

const makingDirective = /\[\[\s*making\s*\]\]/i;

/** Splits a question at `[[making]]`: what follows it sets the behaviour of the call that writes the artifact. */
export function splitMaking(prompt: string): { own: string; making: string | null } {
  const [own = "", making = null] = prompt.split(makingDirective);
  return { own, making };
}

/**
 * Returns the text of an answer that requests an artifact, as `[[artifact: form; name: Sales chart; type: react; id: …]]`
 * sets it.
 */
export function requestArtifact(value: string, making: string | null): string {
  const [form = "", ...pairs] = value.split(";").map((part) => part.trim());
  const fields = Object.fromEntries(pairs.map((pair) => pair.split(":").map((part) => part.trim())));
  const block: Block = {
    instructions: making?.trim() || "Write it.",
    includeArtifactsId: fields.include ? [fields.include] : [],
    id: fields.id ?? "",
    name: fields.name ?? "Sales chart",
    description: fields.description ?? "Sales by month",
    type: fields.type ?? "static",
  };
  const write = forms[form as keyof typeof forms] ?? forms.wellformed;
  return `Here is the artifact.\n\n${write(block)}`;
}
