/** Whether a response matches the published description of its operation, to the last field. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface Described {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

const escaped = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");
const node = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const isEmptyAs = (content: object, text: string) => Object.keys(content).length === 0 && text === "";

/** The problem of a response to an operation (`get`, `/v1/experts/{id}`); null if there is none. */
export function responseChecker(document: object) {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: false }));
  ajv.addSchema(document, "openapi");
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  const responseAt = (verb: string, path: string, status: number) =>
    node(node(node(node(node(document).paths)[path])[verb]).responses)[String(status)];
  return (verb: string, path: string, { status, contentType, text }: Described): string | null => {
    const response = responseAt(verb, path, status);
    if (response === undefined) return `the status ${status} is not described: ${text.slice(0, 300)}`;
    const type = contentType?.split(";")[0] ?? "";
    const content = node(node(response).content);
    if (isEmptyAs(content, text) || type === node(node(response)["x-event-stream"]).mediaType) return null;
    if (content[type] === undefined) return `${status} is described with ${Object.keys(content)}, not ${type}`;
    if (type !== "application/json") return null;
    const steps = ["paths", path, verb, "responses", String(status), "content", type, "schema"];
    const validate = validatorAt(encodeURI(steps.map((step) => `/${escaped(step)}`).join("")));
    if (validate(JSON.parse(text))) return null;
    return `${status} is not as described: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 600)}`;
  };
}
