import type { components, operations } from "./openapi.d.ts";

type Schemas = components["schemas"];

export type ExpertObject = Schemas["Expert"];
export type ExpertSettingsObject = ExpertObject["settings"];
export type SourceObject = Schemas["Source"];
export type SourceObjectStatus = SourceObject["status"];
export type SourceVersionObject = Schemas["SourceVersion"];
export type RecognisedLineObject = Schemas["RecognisedLine"];
export type ChunkObject = Schemas["Chunk"];
export type AnswerObject = Schemas["Answer"];
export type DescribedDocumentObject = Schemas["DescribedDocument"];
export type CitationObject = Schemas["Citation"];
export type RetrievedPassageObject = Schemas["RetrievedPassage"];
export type UsageObject = Schemas["Usage"];
export type KeyObject = Schemas["Key"];
export type NewKeyObject = Schemas["KeyWithSecret"];
export type KeeperObject = Schemas["Keeper"];
export type HeldChangeObject = Schemas["HeldChange"];
export type ReleaseObject = Schemas["Release"];
export type SiteObject = Schemas["Site"];
export type GapObject = Schemas["Gap"];
export type CheckObject = Schemas["Check"];
export type CheckReportObject = Schemas["CheckReport"];
export type WebhookObject = Schemas["Webhook"];
export type KeyScope = KeyObject["scopes"][number];
export type CapabilitiesObject = Schemas["Capabilities"];
export type SessionObject = Schemas["Session"];
export type SystemObject = Schemas["System"];
export type FindingObject = Schemas["Finding"];

export type QuestionRequest = operations["queryExpert"]["requestBody"]["content"]["application/json"];
export type QuestionMode = NonNullable<QuestionRequest["mode"]>;
export type NewExpert = operations["createExpert"]["requestBody"]["content"]["application/json"];
export type ExpertPatch = operations["updateExpert"]["requestBody"]["content"]["application/json"];
export type KeyRequest = operations["createKey"]["requestBody"]["content"]["application/json"];
export type SourcePatch = operations["updateSource"]["requestBody"]["content"]["application/json"];
