interface ExampleOptions {
  secret: string;
  chatAddress: string;
  /** Undefined: no model is available yet. */
  modelId: string | undefined;
}

/** Commands for a terminal that ask a question with a key. The secret is a variable, as it should be in programs. */
export function createCurlExample({ secret, chatAddress, modelId = "MODEL" }: ExampleOptions): string {
  const question = [
    "{",
    `    "model": ${JSON.stringify(modelId)},`,
    '    "stream": false,',
    '    "messages": [{ "role": "user", "content": "Why is the sky blue?" }]',
    "  }",
  ].join("\n");
  return [
    `export LECTERN_KEY=${quote(secret)}`,
    `curl ${quote(chatAddress)} \\`,
    `  --header "authorization: Bearer $LECTERN_KEY" \\`,
    `  --header "content-type: application/json" \\`,
    `  --data ${quote(question)}`,
  ].join("\n");
}

/** Quotes an argument for a POSIX shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
