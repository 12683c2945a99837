import type { SchemaObject } from "./json-schema.ts";
import type { DescribedLater } from "./operation.ts";

interface GeneratedDocument {
  readonly paths: object;
  readonly components?: object;
}

interface GeneratedOperation extends Partial<DescribedLater> {
  readonly parameters?: readonly { readonly name: string }[];
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly "x-path"?: Readonly<Record<string, SchemaObject>>;
  readonly "x-parameters"?: readonly unknown[];
  readonly "x-components"?: Readonly<Record<string, SchemaObject>>;
}

/**
 * The generator overwrites routes' parameters and omits components; the operations have them as `x-…`. @throws Error if
 * two schemas have the same name
 */
export function wholeDocument(document: GeneratedDocument): object {
  const schemas: Record<string, SchemaObject> = {};
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries<GeneratedOperation>(operations).map(([verb, generated]) => {
        const { "x-described": describe, ...rest } = generated;
        const operation: DescribedOperation = { ...rest, ...describe?.() };
        addComponents(schemas, operation["x-components"] ?? {});
        return [verb, wholeOperation(operation)];
      }),
    ),
  ]);
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, paths: Object.fromEntries(paths), components: { ...document.components, schemas: sorted } };
}

function wholeOperation(operation: DescribedOperation): object {
  const {
    "x-parameters": more = [],
    "x-components": _,
    "x-path": path = {},
    parameters: given = [],
    ...rest
  } = operation;
  const ofPath = given.map((each) => ({ ...each, ...(path[each.name] && { schema: path[each.name] }) }));
  const parameters = [...ofPath, ...more];
  return parameters.length === 0 ? rest : { ...rest, parameters };
}

function addComponents(schemas: Record<string, SchemaObject>, more: Readonly<Record<string, SchemaObject>>): void {
  for (const [name, schema] of Object.entries(more)) {
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}`);
    schemas[name] = schema;
  }
}
