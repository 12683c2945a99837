import type { components, operations } from "./openapi.d.ts";

type Schemas = components["schemas"];

export type Expert = Schemas["Expert"];
export type ExpertSettings = Expert["settings"];
export type Source = Schemas["Source"];
export type SourceStatus = Source["status"];
export type SourceVersion = Schemas["SourceVersion"];
export type Chunk = Schemas["Chunk"];
export type Answer = Schemas["Answer"];
export type DescribedDocument = Schemas["DescribedDocument"];
export type Citation = Schemas["Citation"];
export type RetrievedPassage = Schemas["RetrievedPassage"];
export type Usage = Schemas["Usage"];
export type Key = Schemas["Key"];
export type NewKey = Schemas["KeyWithSecret"];
export type Keeper = Schemas["Keeper"];
export type HeldChange = Schemas["HeldChange"];
export type Release = Schemas["Release"];
export type SiteObject = Schemas["Site"];
export type GapObject = Schemas["Gap"];
export type Check = Schemas["Check"];
export type CheckReport = Schemas["CheckReport"];
export type WebhookObject = Schemas["Webhook"];
export type Scope = Key["scopes"][number];
export type Capabilities = Schemas["Capabilities"];
export type Session = Schemas["Session"];
export type System = Schemas["System"];
export type Finding = Schemas["Finding"];

export type Question = operations["queryExpert"]["requestBody"]["content"]["application/json"];
export type SearchMode = NonNullable<Question["mode"]>;
export type NewExpert = operations["createExpert"]["requestBody"]["content"]["application/json"];
export type ExpertPatch = operations["updateExpert"]["requestBody"]["content"]["application/json"];
export type KeyRequest = operations["createKey"]["requestBody"]["content"]["application/json"];
export type SourcePatch = operations["updateSource"]["requestBody"]["content"]["application/json"];
