/** The rules of the OpenAPI 3.1 specification that a generated document can break. */
import { FormatRegistry } from "@sinclair/typebox";

type Node = { readonly [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const node = (value: unknown): Node => (isNode(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every object in a document with its JSON pointer. */
function* nodes(value: unknown, pointer = "#"): Generator<readonly [string, Node]> {
  if (Array.isArray(value)) for (const [i, each] of value.entries()) yield* nodes(each, `${pointer}/${i}`);
  if (!isNode(value)) return;
  yield [pointer, value];
  for (const [name, each] of Object.entries(value)) {
    yield* nodes(each, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

function resolve(document: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => node(at)[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

/** The document with every reference in its requests written out. No schema of a request refers to itself. */
export function withoutReferences(document: unknown): unknown {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written);
    if (!isNode(value)) return value;
    if (typeof value.$ref === "string") return written(resolve(document, value.$ref));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]));
  };
  return { paths: written(node(document).paths) };
}

const verbs = ["get", "post", "patch", "put", "delete", "head", "options"];

interface Operation {
  readonly name: string;
  readonly path: string;
  readonly operation: Node;
}

export function operationsOf(document: unknown): readonly Operation[] {
  return Object.entries(node(node(document).paths)).flatMap(([path, item]) =>
    Object.entries(node(item))
      .filter(([verb]) => verbs.includes(verb))
      .map(([verb, operation]) => ({ name: `${verb.toUpperCase()} ${path}`, path, operation: node(operation) })),
  );
}

/** The problems of a document, one per line; empty if there are none. */
export function documentFaults(document: unknown): string[] {
  const { openapi, info } = node(document);
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  return [
    ...(/^3\.1\.\d+$/.test(String(openapi)) ? [] : [`the version is ${openapi}`]),
    ...(["title", "version"].every((name) => typeof node(info)[name] === "string") ? [] : ["info is not whole"]),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the operationId ${id} is there twice`),
    ...operations.flatMap((each) => operationFaults(each)),
    ...[...nodes(document)].flatMap(([pointer, at]) => nodeFaults(document, pointer, at)),
  ];
}

function nodeFaults(document: unknown, pointer: string, { $ref, nullable, format }: Node): string[] {
  return [
    ...(typeof $ref === "string" && resolve(document, $ref) === undefined ? [`${pointer} leads to no ${$ref}`] : []),
    ...(nullable === true ? [`${pointer} is nullable, which is OpenAPI 3.0`] : []),
    ...(typeof format === "string" && !knownFormats.includes(format) && !FormatRegistry.Has(format)
      ? [`${pointer} has the unknown format ${format}`]
      : []),
  ];
}

const knownFormats = ["binary", "date-time", "uri", "float", "double", "int32", "int64", "unixtime"];

function operationFaults({ name, path, operation }: Operation): string[] {
  const { operationId, summary, description, tags, responses } = operation;
  const given = list(operation.parameters).map(node);
  const inPath = given.filter((each) => each.in === "path").map((each) => String(each.name));
  const wanted = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => String(match[1]));
  return [
    ...(typeof operationId === "string" ? [] : ["has no operationId"]),
    ...(/[*:]/.test(path) ? ["is not a path template"] : []),
    ...(typeof summary === "string" ? [] : ["has no summary"]),
    ...(typeof description === "string" && description !== "" ? [] : ["has no description"]),
    ...(list(tags).length === 1 ? [] : ["has not one tag"]),
    ...(inPath.toSorted().join() === wanted.toSorted().join() ? [] : [`describes ${inPath} of the path's ${wanted}`]),
    ...given.filter((each) => each.in === "path" && each.required !== true).map((each) => `${each.name} is optional`),
    ...given.filter((each) => !isNode(each.schema)).map((each) => `${each.name} has no schema`),
    ...responseFaults(node(responses)),
  ].map((fault) => `${name} ${fault}`);
}

function responseFaults(responses: Node): string[] {
  const statuses = Object.keys(responses);
  return [
    ...(statuses.some((status) => /^2\d\d$/.test(status)) ? [] : ["never succeeds"]),
    ...statuses.flatMap((status) => {
      const { description, content } = node(responses[status]);
      const faults = typeof description === "string" ? [] : [`${status} has no description`];
      if (status.startsWith("2")) return faults;
      const examples = Object.entries(node(node(node(content)["application/json"]).examples));
      const misnamed = examples.filter(
        ([code, example]) => String(node(node(node(example).value).error).code) !== code,
      );
      return [
        ...faults,
        ...(examples.length > 0 ? [] : [`${status} has no example`]),
        ...misnamed.map(([code]) => `${status} has a wrong example of ${code}`),
      ];
    }),
  ];
}
