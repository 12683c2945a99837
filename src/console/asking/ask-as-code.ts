import type { QuestionRequest } from "../../api/shapes.ts";

export const codeKinds = ["curl", "python", "typescript"] as const;
export type CodeKind = (typeof codeKinds)[number];

interface CodeRequest {
  readonly origin: string;
  readonly expert: string;
  readonly question: QuestionRequest;
}

export function askAsCode(kind: CodeKind, criteria: CodeRequest): string {
  return { curl: asCurl, python: asPython, typescript: asTypeScript }[kind](criteria);
}

const addressOf = ({ origin, expert }: CodeRequest) => `${origin}/v1/experts/${encodeURIComponent(expert)}/query`;

function asCurl(criteria: CodeRequest): string {
  const body = JSON.stringify(criteria.question, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${addressOf(criteria)} \\`,
    '  -H "Authorization: Bearer $DOCENT_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}

function asPython(criteria: CodeRequest): string {
  return [
    "import json, os, urllib.request",
    "",
    `question = json.loads(${JSON.stringify(JSON.stringify(criteria.question))})`,
    "request = urllib.request.Request(",
    `    ${JSON.stringify(addressOf(criteria))},`,
    "    data=json.dumps(question).encode(),",
    '    headers={"Authorization": f"Bearer {os.environ[\'DOCENT_API_KEY\']}", "Content-Type": "application/json"},',
    ")",
    "answer = json.load(urllib.request.urlopen(request))",
    'print(answer["answer"])',
    'for citation in answer["citations"]:',
    "    print(f\"[{citation['index']}] {citation['title']}: {citation['quote']}\")",
  ].join("\n");
}

function asTypeScript(criteria: CodeRequest): string {
  return [
    'import { env } from "node:process";',
    "",
    `const response = await fetch(${JSON.stringify(addressOf(criteria))}, {`,
    '  method: "POST",',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code for another program
    '  headers: { Authorization: `Bearer ${env.DOCENT_API_KEY}`, "Content-Type": "application/json" },',
    `  body: JSON.stringify(${JSON.stringify(criteria.question)}),`,
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    "const { answer, citations } = await response.json();",
    "console.log(answer);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    "for (const { index, title, quote } of citations) console.log(`[${index}] ${title}: ${quote}`);",
  ].join("\n");
}
