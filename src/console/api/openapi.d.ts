// Written by `make api-types` from the service's own description. Shapes: 58aa06f943a374ab8c500587044fdbfb0a465d7f0356ba8bc8f2fd114d0346e5
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description Answers without a key and without touching the disk.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service takes requests
         * @description Answers 503 with the part that fails while the service starts, when its disk is full, fails or is gone, and while its database cannot be reached.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to the console
         * @description Takes a key, or the code of the address that `serve` prints, which works once and for ten minutes. The session has two halves: `token`, sent as the bearer token, and a cookie that scripts cannot read. Programs use keys instead.
         */
        post: operations["createSession"];
        /**
         * Sign out of the console
         * @description Ends the session of this token and cookie. Without a session, it does nothing.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who is asking, and what they may do
         * @description Of a session or of a key; a session ends at `expires_at`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metrics
         * @description By default, requests from the same machine need no key, and all others need an `admin` key. DOCENT_METRICS changes this.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the limits, formats and modes of the service
         * @description The limits are those of the workspace of the key.
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List experts
         * @description Only the experts that the key can reach, by creation.
         */
        get: operations["listExperts"];
        put?: never;
        /**
         * Make an expert
         * @description Without a slug the expert gets one made from its name. A slug or alias that is taken is refused.
         */
        post: operations["createExpert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an expert
         * @description By id, slug or alias.
         */
        get: operations["getExpert"];
        put?: never;
        post?: never;
        /**
         * Delete an expert with all its sources
         * @description Its sources, their texts and files, and its memory are deleted with it.
         */
        delete: operations["deleteExpert"];
        options?: never;
        head?: never;
        /**
         * Change an expert
         * @description Fields that are not given keep their value. `settings` are merged; `aliases` and `metadata` are replaced as a whole.
         */
        patch: operations["updateExpert"];
        trace?: never;
    };
    "/v1/experts/{id}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources
         * @description By creation; `status` and `external_id` narrow the list.
         */
        get: operations["listSources"];
        put?: never;
        /**
         * Add a source
         * @description The body is JSON with the text or with the address of the document, a form with the file, or the bytes themselves with their own content type. A site (`type` is `site`) is no source itself: its pages are, and the reply is the site. With an `Idempotency-Key` it is added once, however often it is sent. Sending the same bytes again returns the existing source. Sending a known `external_id` with other bytes makes a new version of its source.
         */
        post: operations["addSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a source
         * @description `wait` holds the reply back until the source is ready, failed or canceled.
         */
        get: operations["getSource"];
        put?: never;
        post?: never;
        /**
         * Delete a source
         * @description Deletes its text, its passages, its index entries and its file, whoever keeps it. It is never cited again.
         */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        /**
         * Change a source's title, address or metadata
         * @description Fields that are not given keep their value; `metadata` is replaced as a whole. The change takes effect with the next question, the words of a new title included. This does not make a new version. A new title gives the passages new ids.
         */
        patch: operations["updateSource"];
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a failed or canceled source again
         * @description The source joins the queue as if it were new.
         */
        post: operations["retrySource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a source that is not settled yet
         * @description What was read of it is discarded.
         */
        post: operations["cancelSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the text that citations point into
         * @description `x-source-version` says of which version. Citations count its Unicode code points from 0.
         */
        get: operations["getContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the original bytes
         * @description As a download, whatever the bytes are.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the passages of a source
         * @description The passages that the source was cut into for searching.
         */
        get: operations["listChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a source
         * @description Each time that new content came under the same `external_id`, it became a version of its own.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/versions/{version}/put-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an older version back
         * @description Its original bytes become the newest version of the source, whoever keeps that. A later change by the keeper replaces them again.
         */
        post: operations["putBackVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sites
         * @description By creation.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Add a site
         * @description Reads the pages below the folder of a start address, or those of a sitemap, each as a source of its own: one request a second at most, fewer where robots.txt asks for it, and never what robots.txt or the page itself excludes. Later crawls fetch only what has changed. The source of a page that is gone in two crawls in a row is deleted; a mass change is held until it is confirmed.
         */
        post: operations["addSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sites/{site}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a site
         * @description `wait` holds the reply back until its crawl has ended.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site
         * @description The sources that only this site keeps are deleted soon after.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sites/{site}/crawl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Crawl a site again
         * @description Does nothing while it waits or is being crawled.
         */
        post: operations["crawlSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sites/{site}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the crawl of a site
         * @description Pages that are sources stay. The site is not crawled again until this is requested.
         */
        post: operations["cancelSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/keepers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the folders and sites that keep sources
         * @description With what each wants to delete or replace, if that is so much that a person has to confirm it.
         */
        get: operations["listKeepers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/keepers/{keeper}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a mass change
         * @description What is held is done at the next look of the folder or the next crawl of the site, which begins at once, if there is still cause to.
         */
        post: operations["confirmHeldChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/keepers/{keeper}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a mass change
         * @description The sources stay. Those that would have been deleted are no longer kept by the folder or the site, but by the API.
         */
        post: operations["dismissHeldChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/keepers/{keeper}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a folder go of sources
         * @description For programs that keep an expert in step with a folder. Sources that nobody else keeps are deleted; if they are too many for a day, nothing is done and `held` says so. The same holds for files that have all become alike.
         */
        post: operations["releaseSources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/sources/{sid}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an address of the original that works without a key
         * @description For five minutes at most. A browser's own PDF viewer can open it; it sends no key.
         */
        post: operations["createFileLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{ticket}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the original that a link leads to
         * @description The ticket in the path takes the place of a key.
         */
        get: operations["openFileLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an expert
         * @description The answer carries citations: `content[start:end] == quote` in Unicode code points of the cited source's content. Where a source has a number in brackets itself, `answer` has U+2060 behind that bracket, and `quote` never has. When the memory does not hold the answer, the expert abstains: `abstained` is true and there are no citations. With `stream` the reply is server-sent events: `start`, `retrieval`, `delta`, `citation`, `done`, or `error`.
         */
        post: operations["queryExpert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/gaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was asked and not answered
         * @description Questions that the expert did not answer, or answered with little confidence, grouped by likeness. Each group is tried again, without a language model, so it also tells whether a source that was added since answers it. Questions are kept only if the expert's setting `keep_questions` is on.
         */
        get: operations["listGaps"];
        put?: never;
        post?: never;
        /**
         * Delete the questions that were kept
         * @description Deletes them at once, and the gaps with them. New questions are kept as long as the expert's setting allows it.
         */
        delete: operations["deleteGaps"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checks of an expert
         * @description Oldest first, each with its last run. Checks are also run after each change of the memory.
         */
        get: operations["listChecks"];
        put?: never;
        /**
         * Add a check
         * @description A question with the required content of its answer. An expert has at most 500.
         */
        post: operations["createCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/check-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run all checks of an expert
         * @description The questions are answered without a language model, so the same memory gives the same result. They do not count as requests.
         */
        post: operations["runChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/{id}/checks/{cid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a check
         * @description With its last result. The other checks stay.
         */
        delete: operations["deleteCheck"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chat with an expert, as with OpenAI's API
         * @description `model` is an expert's slug, id or alias. The last user message is the question. Fields that are not used are ignored. With `stream` the reply is server-sent events that end with `data: [DONE]`.
         */
        post: operations["createChatCompletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an expert by OpenAI's Responses API
         * @description Nothing is stored, whatever the value of `store`: send the earlier turns in `input`. Citations are `url_citation` annotations of the text, and whole in `context`. With `stream` the reply is OpenAI's server-sent events.
         */
        post: operations["createResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Embed texts, as with OpenAI's API
         * @description By the configured embedding model, the texts as they are: prefixes that a model wants for questions or passages are the caller's. Vectors have length one.
         */
        post: operations["createEmbedding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List experts as models
         * @description What chat clients offer to choose from.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an expert as a model
         * @description By id, slug or alias; an alias may have slashes.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol
         * @description The streamable HTTP transport of MCP: one JSON-RPC message a request. The reply is JSON, or server-sent events when the client wants to hear of progress. A notification is answered 202. The handbook's page on agents has the tools, and the lines by which agents are connected.
         */
        post: operations["callTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the service
         * @description Secret settings have no value. For an admin key of the default workspace that reaches all experts.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the data folder and the settings
         * @description Runs `docent doctor` in a separate process. With much data it takes some seconds. For an admin key of the default workspace that reaches all experts.
         */
        get: operations["getFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the language model
         * @description For an admin key of the default workspace that reaches all experts.
         */
        post: operations["tryLanguageModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/system/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a backup now
         * @description Makes the backup in the folder that the settings name for automatic backups. For an admin key of the default workspace that reaches all experts.
         */
        post: operations["createBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/handbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages of the handbook
         * @description The handbook of this version of the service, in its order.
         */
        get: operations["getHandbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/handbook/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a page of the handbook
         * @description By the name that the list gives.
         */
        get: operations["getHandbookPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Secrets are not in the list: each was in the reply that made the webhook.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Docent sends events of the workspace to the address, signed as the Standard Webhooks specification says. Needs a key of the whole workspace. A workspace has at most 100.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Its messages that have not arrived are deleted with it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends one message of type `webhook.test` at once and says what the receiver answered. It is not repeated.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the workspace used
         * @description The current calendar month (UTC) unless `month` names another. `storage` is the state at the moment of the request. A limit of null does not apply.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Lists the workspace's keys, including revoked ones. A key that is limited to some experts sees only keys that reach no others.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make an API key
         * @description A key cannot give more rights than it has: no expert that it cannot reach, and no expiry later than its own. The secret is in this reply and nowhere else, so there is no `Idempotency-Key` here.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Revoked keys too.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key is refused from the next request on. It stays in the list with `revoked_at`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Answer: {
            id: string;
            /** @constant */
            object: "answer";
            expert_id: string;
            question: string;
            answer: string | null;
            abstained: boolean;
            abstain_reason: ("no_sources" | "sources_pending" | "filter_matched_nothing" | "below_min_score" | "not_supported") | null;
            confidence: number | null;
            grounded: number | null;
            model_failure: string | null;
            citations: components["schemas"]["Citation"][];
            /** @description Parts of the answer that are not quoted: the headings of a list of statements, and the dates of the turns that it quotes. */
            remarks: components["schemas"]["AnswerSpan"][];
            /** @description Sentences of a model that were left out because no passage supports them, at most 20. */
            removed: string[];
            retrieved?: components["schemas"]["RetrievedPassage"][];
            /** @description Of a refusal: up to three passages that come close. They are not an answer. */
            nearest?: components["schemas"]["RetrievedPassage"][];
            retrieval: components["schemas"]["Retrieval"];
            expansion?: components["schemas"]["ExpansionTerm"][] | null;
            /** @enum {string} */
            answer_mode: "extractive" | "generated" | "none" | "talk";
            model: string | null;
            usage: components["schemas"]["TokenUsage"];
            timings?: components["schemas"]["Timings"];
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
        };
        /** @description What Docent adds to OpenAI's message. */
        AnswerContext: {
            expert_id: string;
            query_id: string;
            abstained: boolean;
            abstain_reason: string | null;
            citations: (components["schemas"]["Citation"] | components["schemas"]["MessageCitation"])[];
            /** @description false: some of the content rests on nothing that was found. */
            grounded: boolean;
            /** @description Which parts of the content those are. */
            unsupported: components["schemas"]["AnswerSpan"][];
            notes: components["schemas"]["Note"][];
        };
        AnswerCounts: {
            answered: number;
            abstained: number;
        };
        AnswerDelta: {
            text: string;
        };
        AnswerRetrieval: {
            retrieval: components["schemas"]["Retrieval"];
            retrieved?: components["schemas"]["RetrievedPassage"][];
        };
        /** @description Unicode code points of the answer, half-open. */
        AnswerSpan: {
            start: number;
            end: number;
        };
        AnswerStart: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
        };
        AssistantMessage: {
            /** @constant */
            role: "assistant";
            content: string | null;
            refusal: string | null;
            tool_calls?: components["schemas"]["ToolCall"][];
            annotations: components["schemas"]["UrlCitation"][];
            context: components["schemas"]["AnswerContext"];
        };
        Backup: {
            name: string;
            bytes: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            made_at: string;
            /** @description Whether it lacks something that the database names. */
            incomplete: boolean;
        };
        /** @description Null: automatic backups are off. */
        Backups: {
            folder: string;
            every_seconds: number;
            keep: number;
            trouble: string | null;
            /** @description Newest first. */
            items: components["schemas"]["Backup"][];
        };
        CalledFunction: {
            name: string;
            /** @description JSON, as the model wrote it. */
            arguments: string;
        } & {
            [key: string]: unknown;
        };
        CalledFunctionDelta: {
            name?: string;
            arguments: string;
        };
        Capabilities: {
            /** @constant */
            object: "capabilities";
            version: string;
            commit: string;
            limits: components["schemas"]["NamedLimits"];
            formats: components["schemas"]["DocumentFormat"][];
            /** @description Without `url` where the service runs offline. */
            source_types: string[];
            modes: string[];
            answer_modes: string[];
            /** @description The model that writes answers, if any. */
            model: string | null;
            /** @description Null: it is switched off. */
            sense: components["schemas"]["SenseModel"] | null;
            /** @description Null: none is configured. */
            embedding: components["schemas"]["EmbeddingModel"] | null;
        };
        ChatChoice: {
            /** @constant */
            index: 0;
            message: components["schemas"]["AssistantMessage"];
            logprobs: null;
            /** @enum {string} */
            finish_reason: "stop" | "length" | "tool_calls" | "content_filter";
        };
        ChatChunkChoice: {
            /** @constant */
            index: 0;
            delta: components["schemas"]["ChatDelta"];
            logprobs: null;
            finish_reason: ("stop" | "length" | "tool_calls" | "content_filter") | null;
        };
        ChatCompletion: {
            id: string;
            /** @constant */
            object: "chat.completion";
            /** @description Unix seconds. */
            created: number;
            model: string;
            choices: components["schemas"]["ChatChoice"][];
            usage: components["schemas"]["CompletionUsage"];
        };
        ChatCompletionChunk: {
            id: string;
            /** @constant */
            object: "chat.completion.chunk";
            /** @description Unix seconds. */
            created: number;
            model: string;
            /** @description Empty in the chunk that carries the usage. */
            choices: components["schemas"]["ChatChunkChoice"][];
            usage?: components["schemas"]["CompletionUsage"] | null;
        };
        /**
         * @example {
         *       "model": "handbook",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "content": "How do I add a PDF?"
         *         }
         *       ]
         *     }
         */
        ChatCompletionRequest: {
            /** @description An expert's slug, id or alias. */
            model: string;
            stream?: boolean | null;
            temperature?: number | null;
            top_p?: number | null;
            k?: number | null;
            filter?: {
                [key: string]: unknown;
            } | null;
            citations?: ("full" | "annotations" | "inline" | "off") | null;
            messages: components["schemas"]["ChatMessage"][];
            stream_options?: components["schemas"]["ChatStreamOptions"] | null;
            max_tokens?: number | null;
            max_completion_tokens?: number | null;
            stop?: (string | string[]) | null;
            n?: number | null;
            presence_penalty?: number | null;
            frequency_penalty?: number | null;
            seed?: number | null;
            reasoning_effort?: string | null;
            tools?: {
                [key: string]: unknown;
            }[] | null;
            tool_choice?: (string | {
                [key: string]: unknown;
            }) | null;
            parallel_tool_calls?: boolean | null;
            function_call?: (string | {
                [key: string]: unknown;
            }) | null;
            response_format?: components["schemas"]["ResponseFormat"] | null;
            modalities?: "text"[] | null;
        } & {
            [key: string]: unknown;
        };
        ChatDelta: {
            /** @constant */
            role?: "assistant";
            content?: string;
            refusal?: string | null;
            tool_calls?: components["schemas"]["ToolCallDelta"][];
            annotations?: components["schemas"]["UrlCitation"][];
            context?: components["schemas"]["AnswerContext"];
        };
        ChatMessage: {
            /** @enum {string} */
            role: "user" | "assistant" | "system" | "developer" | "tool" | "function";
            content?: (string | {
                [key: string]: unknown;
            }[]) | null;
            tool_calls?: {
                [key: string]: unknown;
            }[] | null;
            tool_call_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        ChatStreamOptions: {
            include_usage?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        Check: {
            /** @example check_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "check";
            expert_id: string;
            question: string;
            contains: string[];
            cites: string[];
            refused: boolean;
            last_run: components["schemas"]["CheckRun"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
        };
        CheckList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Check"][];
            total_count: number;
        };
        CheckReport: {
            /** @constant */
            object: "check.report";
            expert_id: string;
            total: number;
            passed: number;
            failed: number;
            data: components["schemas"]["Check"][];
        };
        CheckRun: {
            passed: boolean;
            faults: string[];
            answer: string | null;
            confidence: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            ran_at: string;
        };
        Chunk: {
            id: string;
            /** @constant */
            object: "chunk";
            source_id: string;
            start: number;
            end: number;
            section: string;
            page: number | null;
            speaker: string | null;
            said_at: string | null;
            text: string;
        };
        ChunkList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Chunk"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
            total_count: number;
        };
        /** @description `content[start:end] == quote` in the content of the source version. */
        Citation: {
            /** @description The number in `[n]`. */
            index: number;
            quote: string;
            source_id: string;
            source_version: number;
            chunk_id: string;
            title: string;
            url: string | null;
            external_id: string | null;
            /** @description Unicode code points in the content of that source version. */
            start: number;
            end: number;
            page: number | null;
            section: string;
            score: number;
            speaker: string | null;
            said_at: string | null;
            metadata: components["schemas"]["Metadata"];
            /** @description The days that the quote mentions, resolved against the time when it was said. */
            dates: components["schemas"]["SpokenDate"][];
            answer_spans: components["schemas"]["AnswerSpan"][];
        };
        CompletionTokensDetails: {
            reasoning_tokens: number;
            audio_tokens: number;
            accepted_prediction_tokens: number;
            rejected_prediction_tokens: number;
        };
        CompletionUsage: {
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
            prompt_tokens_details: components["schemas"]["PromptTokensDetails"];
            completion_tokens_details: components["schemas"]["CompletionTokensDetails"];
        };
        ConversationTurn: {
            /** @enum {string} */
            role: "user" | "assistant";
            content: string;
        };
        CreatedWebhook: {
            /** @example whk_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "webhook";
            url: string;
            events: ("source.ready" | "source.failed" | "expert.deleted" | "quota.near")[];
            /** @description Messages that have not arrived yet. */
            pending: number;
            last_error: string | null;
            disabled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            /** @description Verifies the signatures. Shown only here. */
            secret: string;
        };
        DeletedCheck: {
            id: string;
            /** @constant */
            object: "check.deleted";
            /** @constant */
            deleted: true;
        };
        DeletedExpert: {
            id: string;
            /** @constant */
            object: "expert.deleted";
            /** @constant */
            deleted: true;
        };
        DeletedGaps: {
            /** @constant */
            object: "gaps.deleted";
            /** @constant */
            deleted: true;
            questions: number;
        };
        DeletedKey: {
            id: string;
            /** @constant */
            object: "key.deleted";
            /** @constant */
            deleted: true;
        };
        DeletedSite: {
            id: string;
            /** @constant */
            object: "site.deleted";
            /** @constant */
            deleted: true;
        };
        DeletedSource: {
            id: string;
            /** @constant */
            object: "source.deleted";
            /** @constant */
            deleted: true;
        };
        DeletedWebhook: {
            id: string;
            /** @constant */
            object: "webhook.deleted";
            /** @constant */
            deleted: true;
        };
        DocumentFormat: {
            name: string;
            mime_types: string[];
            extensions: string[];
        };
        EmbeddingList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["EmbeddingVector"][];
            model: string;
            usage: components["schemas"]["EmbeddingsUsage"];
        };
        /** @description Its dimensions may become known only with its first vector. */
        EmbeddingModel: {
            model: string;
            dimensions: number | null;
        };
        EmbeddingVector: {
            /** @constant */
            object: "embedding";
            index: number;
            embedding: number[] | string;
        };
        EmbeddingsRequest: {
            /** @description The name of the configured embedding model. */
            model: string;
            input: string | string[];
            encoding_format?: ("float" | "base64") | null;
            dimensions?: number | null;
        } & {
            [key: string]: unknown;
        };
        EmbeddingsUsage: {
            prompt_tokens: number;
            total_tokens: number;
        };
        EndedSession: {
            id: string;
            /** @constant */
            object: "session.deleted";
            /** @constant */
            deleted: true;
        };
        Error: {
            error: components["schemas"]["ErrorDetails"];
        };
        ErrorDetails: {
            /** @description What happened, and what to do next. For people; it may change. */
            message: string;
            /** @enum {string} */
            type: "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "conflict_error" | "rate_limit_error" | "insufficient_quota" | "server_error";
            param: string | null;
            code: string | null;
            request_id: string;
        };
        ExpansionTerm: {
            term: string;
            weight: number;
        };
        Expert: {
            /** @example exp_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "expert";
            name: string;
            /** @example house-manual */
            slug: string;
            description: string;
            instructions: string;
            /**
             * @description `auto` (the default): each text's language is found. Or a language tag (BCP 47) such as `en` or `zh-Hans`, or a language's name, in English or its own: it stands where none is found.
             * @example auto
             */
            language: string;
            aliases: string[];
            settings: components["schemas"]["ExpertSettings"];
            metadata: components["schemas"]["Metadata"];
            source_counts: components["schemas"]["SourceCounts"];
            chunk_count: number;
            content_bytes: number;
            /** @description Null: it is searched without one. */
            embedding: components["schemas"]["ExpertEmbedding"] | null;
            /** @description Null: the model is switched off, or does not know the expert's language. */
            sense: components["schemas"]["ExpertSense"] | null;
            /** @description Null: no model pack is installed, or the expert has vectors of a model server. */
            vectors: components["schemas"]["ExpertVectors"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            updated_at: string;
        };
        ExpertChanges: {
            name?: string;
            /** @example house-manual */
            slug?: string;
            description?: string;
            instructions?: string;
            /**
             * @description `auto` (the default): each text's language is found. Or a language tag (BCP 47) such as `en` or `zh-Hans`, or a language's name, in English or its own: it stands where none is found.
             * @example auto
             */
            language?: string;
            aliases?: string[];
            settings?: components["schemas"]["ExpertSettingsChanges"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description The embedding model of its memory. */
        ExpertEmbedding: {
            model: string;
            dimensions: number;
        };
        ExpertList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Expert"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
            total_count: number;
        };
        /** @description How many of its passages the built-in model of meaning has encoded. */
        ExpertSense: {
            model: string;
            done: number;
            total: number;
        };
        ExpertSettings: {
            /** @description How many passages to retrieve when a question does not set `k`. */
            k: number;
            min_score: number;
            min_confidence: number | null;
            refusal_text: string | null;
            sentences: number | null;
            /** @description Whether chat answers end with a list of their sources. */
            chat_footer: boolean;
            /** @enum {string} */
            fallback: "none" | "extractive";
            /** @enum {string} */
            unsupported: "drop" | "mark";
            /** @description Whether what users say of themselves in chats is added to the memory. Off unless it is set. */
            remember: boolean;
            /** @description Whether questions that were not answered are kept, for `/gaps`. Off unless it is set. */
            keep_questions: boolean;
        };
        ExpertSettingsChanges: {
            /** @description How many passages to retrieve when a question does not set `k`. */
            k?: number;
            min_score?: number;
            min_confidence?: number | null;
            refusal_text?: string | null;
            sentences?: number | null;
            /** @description Whether chat answers end with a list of their sources. */
            chat_footer?: boolean;
            /** @enum {string} */
            fallback?: "none" | "extractive";
            /** @enum {string} */
            unsupported?: "drop" | "mark";
            /** @description Whether what users say of themselves in chats is added to the memory. Off unless it is set. */
            remember?: boolean;
            /** @description Whether questions that were not answered are kept, for `/gaps`. Off unless it is set. */
            keep_questions?: boolean;
        };
        /** @description How many of its passages have a vector of the installed model pack. */
        ExpertVectors: {
            model: string;
            done: number;
            total: number;
        };
        FileLink: {
            /** @constant */
            object: "file_link";
            /** @description On this service. Whoever has it can read the file until it expires. */
            path: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            expires_at: string;
        };
        Finding: {
            area: string;
            /** @enum {string} */
            severity: "fine" | "warning" | "damage";
            message: string;
            remedy: string | null;
            /** @description Whether `docent doctor --repair` repairs it. */
            repairable: boolean;
        };
        Findings: {
            /** @constant */
            object: "findings";
            findings: components["schemas"]["Finding"][];
        };
        FolderFailure: {
            path: string;
            reason: string;
        };
        FunctionCall: {
            id: string;
            /** @constant */
            type: "function_call";
            /** @enum {string} */
            status: "in_progress" | "completed" | "incomplete";
            call_id: string;
            name: string;
            /** @description JSON, as the model wrote it. */
            arguments: string;
        };
        Gap: {
            /** @constant */
            object: "gap";
            /** @description The wording that was used most often. */
            question: string;
            /** @description At most ten other wordings. */
            others: string[];
            count: number;
            /** @description How many of them were not answered. The others were, with little confidence. */
            abstained: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            first_asked_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            last_asked_at: string;
            /** @description Whether the expert answers it from what it has now. */
            answered_now: boolean;
            confidence_now: number;
            /** @description At most three passages, best first. */
            nearest: components["schemas"]["RetrievedPassage"][];
        };
        GapList: {
            /** @constant */
            object: "list";
            /** @description The largest first. */
            data: components["schemas"]["Gap"][];
            /** @description All gaps. */
            total_count: number;
            /** @description Questions that are kept. */
            questions: number;
            /** @description Whether the expert's settings allow keeping further ones. */
            keep_questions: boolean;
        };
        Handbook: {
            /** @constant */
            object: "handbook";
            /** @description In reading order. */
            pages: components["schemas"]["HandbookPage"][];
        };
        HandbookPage: {
            name: string;
            title: string;
        };
        /** @description A mass change. Nothing of it is done before a person confirms it. */
        HeldChange: {
            /** @enum {string} */
            kind: "deletions" | "changes";
            /** @description Sources that would be deleted. */
            deletions: number;
            /** @description Sources that would get content that is all alike. */
            changes: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            since: string;
            confirmed_at: string | null;
        };
        HeldKeeper: {
            expert_id: string;
            keeper: string;
            /** @enum {string} */
            kind: "deletions" | "changes";
            /** @description Sources that would be deleted. */
            deletions: number;
            /** @description Sources that would get content that is all alike. */
            changes: number;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            since: string;
            confirmed_at: string | null;
        };
        IncompleteDetails: {
            /** @constant */
            reason: "max_output_tokens";
        };
        IngestCounts: {
            sources_created: number;
            sources_failed: number;
            bytes: number;
            chunks: number;
        };
        InputTokensDetails: {
            cached_tokens: number;
        };
        /** @description The background jobs of one kind. `waiting`: for documents or questions. `failing`: the last one failed and is repeated later. */
        Jobs: {
            kind: string;
            /** @enum {string} */
            phase: "failing" | "working" | "waiting" | "idle";
            running: number;
            done: number;
            failures: number;
        };
        JsonRpcError: {
            code: number;
            message: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list"
         *     }
         */
        JsonRpcMessage: {
            /** @constant */
            jsonrpc: "2.0";
            id?: string | number;
            /**
             * @example tools/list
             * @example tools/call
             */
            method: string;
            params?: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "error": {
         *         "code": -32600,
         *         "message": "The message is not one of the protocol."
         *       }
         *     }
         */
        JsonRpcReply: {
            /** @constant */
            jsonrpc: "2.0";
            id?: string | number | null;
            result?: {
                [key: string]: unknown;
            };
            error?: components["schemas"]["JsonRpcError"];
        };
        Keeper: {
            /**
             * @description The mark of a folder, or the id of a site.
             * @example fld_0a1b2c3d4e5f
             */
            id: string;
            /** @constant */
            object: "keeper";
            expert_id: string;
            /** @enum {string} */
            type: "folder" | "site";
            /** @description Sources that it keeps. */
            sources: number;
            held: components["schemas"]["HeldChange"] | null;
        };
        KeeperList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Keeper"][];
            total_count: number;
        };
        KeptFolder: {
            workspace: string;
            expert: string;
            path: string;
            /**
             * @description `held`: many documents are gone and wait to be confirmed. `stopped`: nothing is changed; `trouble` says why.
             * @enum {string}
             */
            phase: "starting" | "in_step" | "working" | "held" | "stopped";
            trouble: string | null;
            keeper: string | null;
            held: components["schemas"]["HeldChange"] | null;
            /** @description Documents in the folder. */
            files: number;
            ready: number;
            pending: number;
            failed: number;
            /** @description The first 20, by path. */
            failures: components["schemas"]["FolderFailure"][];
            looked_at: string | null;
        };
        Key: {
            /** @example key_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "key";
            name: string;
            /** @description The first characters of the key, to recognise it by. */
            prefix: string;
            scopes: ("query" | "ingest" | "manage" | "admin")[];
            expert_ids: string[] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            last_used_at: string | null;
            expires_at: string | null;
            revoked_at: string | null;
        };
        KeyList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Key"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
            total_count: number;
        };
        /** @description Null: answers are made without a language model. */
        LanguageModel: {
            model: string;
            trial: components["schemas"]["ModelTrial"] | null;
            failure: string | null;
        };
        /** @description A citation of what the client brought: an attached file, a found page, what a tool gave. */
        MessageCitation: {
            index: number;
            /** @enum {string} */
            origin: "message" | "tool";
            /** @description Position of the message among those of the request. */
            message: number;
            title: string;
            url: string | null;
            quote: string;
            /** @description Unicode code points in the text of that message. */
            start: number;
            end: number;
            score: number;
            answer_spans: components["schemas"]["AnswerSpan"][];
        };
        /** @description Flat, at most 16 KB as JSON. */
        Metadata: {
            [key: string]: string | number | boolean | string[];
        };
        Model: {
            id: string;
            /** @constant */
            object: "model";
            /** @description Unix seconds. */
            created: number;
            owned_by: string;
            /** @description The expert's name, for front ends that show one. */
            name: string;
        };
        ModelList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Model"][];
        };
        ModelTrial: {
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            at: string;
            /** @description Its host and port. */
            server: string;
            problem: string | null;
            context_tokens: number;
            /** @description false: the server does not say, and the number is a careful guess. */
            context_known: boolean;
            tools: boolean | null;
            thoughts: boolean | null;
            /** @description Fields of requests that the server does not take. */
            left_out: string[];
            first_word_ms: number | null;
        };
        /** @description A limit that is missing does not apply. */
        NamedLimits: {
            [key: string]: number;
        };
        /**
         * @example {
         *       "question": "How often are filters changed?",
         *       "contains": [
         *         "six months"
         *       ]
         *     }
         */
        NewCheck: {
            question: string;
            /** @description Texts that the answer or its quotes must contain, without regard to case and white space. */
            contains?: string[];
            /** @description Sources that must be cited, by `external_id` or id. */
            cites?: string[];
            /** @description true: the expert must abstain. */
            refused?: boolean;
        };
        /**
         * @example {
         *       "type": "conversation",
         *       "external_id": "chat-17",
         *       "messages": [
         *         {
         *           "role": "user",
         *           "name": "Maria",
         *           "content": "I had an audition yesterday.",
         *           "created_at": "2026-03-23T14:05:00+01:00"
         *         }
         *       ]
         *     }
         */
        NewConversationSource: {
            /** @constant */
            type: "conversation";
            /** @description In order. Turns that repeat the end of the known conversation are not added again. */
            messages: components["schemas"]["NewMessage"][];
            title?: string;
            /** @description Identifies the conversation, so that later turns can be appended. */
            external_id?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @example {
         *       "name": "House manual",
         *       "description": "Everything about the house."
         *     }
         */
        NewExpert: {
            name: string;
            /** @example house-manual */
            slug?: string;
            description?: string;
            instructions?: string;
            /**
             * @description `auto` (the default): each text's language is found. Or a language tag (BCP 47) such as `en` or `zh-Hans`, or a language's name, in English or its own: it stands where none is found.
             * @example auto
             */
            language?: string;
            aliases?: string[];
            settings?: components["schemas"]["ExpertSettingsChanges"];
            metadata?: components["schemas"]["Metadata"];
        };
        NewKey: {
            /** @example key_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "key";
            name: string;
            /** @description The first characters of the key, to recognise it by. */
            prefix: string;
            scopes: ("query" | "ingest" | "manage" | "admin")[];
            expert_ids: string[] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            last_used_at: string | null;
            expires_at: string | null;
            revoked_at: string | null;
            /** @description The key itself. It is shown only in this reply: the service stores only a hash. */
            secret: string;
        };
        /**
         * @example {
         *       "name": "kiosk",
         *       "scopes": [
         *         "query"
         *       ]
         *     }
         */
        NewKeyRequest: {
            name: string;
            scopes: ("query" | "ingest" | "manage" | "admin")[];
            /** @description The experts that the key can reach. By default, those that the requesting key can reach. */
            expert_ids?: string[];
            expires_at?: string | null;
        };
        NewMessage: {
            /** @enum {string} */
            role: "user" | "assistant";
            /** @description The speaker. Without it, `User` or `Assistant`. */
            name?: string;
            content: string;
            /**
             * @description When it was said, with the local offset, because `yesterday` depends on it. Without it, answers name no date.
             * @example 2026-03-23T14:05:00+01:00
             */
            created_at?: string;
        };
        NewSession: {
            /** @constant */
            object: "session";
            workspace_id: string;
            /** @description The key whose rights it has. */
            key_id: string;
            key_name: string;
            scopes: ("query" | "ingest" | "manage" | "admin")[];
            expert_ids: string[] | null;
            expires_at: string | null;
            /** @description One half, to be sent as the bearer token; the other is the cookie of this reply. */
            token: string;
        };
        /**
         * @example {
         *       "type": "site",
         *       "url": "https://example.org/docs/",
         *       "max_pages": 100,
         *       "max_depth": 2,
         *       "every_hours": 24
         *     }
         */
        NewSite: {
            /** @constant */
            type?: "site";
            /**
             * @description Where the crawl starts: a page or a sitemap.
             * @example https://example.org/manual.html
             */
            url: string;
            /** @default 200 */
            max_pages: number;
            /**
             * @description Links from the start address; 0 reads that page alone. From a sitemap, its pages are read and their links are not followed.
             * @default 3
             */
            max_depth: number;
            every_hours?: number | null;
        };
        NewSourceOrSite: components["schemas"]["NewTextSource"] | components["schemas"]["NewUrlSource"] | components["schemas"]["NewConversationSource"] | components["schemas"]["NewSite"];
        /**
         * @example {
         *       "title": "Manual",
         *       "text": "# Filters\n\nReplace the filter every six months."
         *     }
         */
        NewTextSource: {
            /** @constant */
            type?: "text";
            /** @description Plain text, Markdown or HTML. */
            text: string;
            title?: string;
            /**
             * @description Where it came from; shown in citations.
             * @example https://example.org/manual.html
             */
            url?: string;
            external_id?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @example {
         *       "type": "url",
         *       "url": "https://example.org/manual.html"
         *     }
         */
        NewUrlSource: {
            /** @constant */
            type: "url";
            /** @example https://example.org/manual.html */
            url: string;
            title?: string;
            external_id?: string;
            metadata?: components["schemas"]["Metadata"];
        };
        NewWebhook: {
            /** @example https://example.org/docent */
            url: string;
            /** @description All, when not given. */
            events?: ("source.ready" | "source.failed" | "expert.deleted" | "quota.near")[];
        };
        /** @description A part of the request that was skipped or not followed. */
        Note: {
            /** @enum {string} */
            code: "part_skipped" | "material_shortened" | "instructions_not_followed" | "tools_not_called" | "model_failed" | "statements_removed";
            message: string;
        };
        OutputMessage: {
            id: string;
            /** @constant */
            type: "message";
            /** @enum {string} */
            status: "in_progress" | "completed" | "incomplete";
            /** @constant */
            role: "assistant";
            content: (components["schemas"]["OutputText"] | components["schemas"]["OutputRefusal"])[];
        };
        /** @description In place of JSON that was asked for. */
        OutputRefusal: {
            /** @constant */
            type: "refusal";
            refusal: string;
        };
        OutputText: {
            /** @constant */
            type: "output_text";
            text: string;
            annotations: components["schemas"]["PassageAnnotation"][];
            logprobs: unknown[];
        };
        OutputTokensDetails: {
            reasoning_tokens: number;
        };
        /** @description Where an `[n]` stands in the text, and what it refers to. */
        PassageAnnotation: {
            /** @constant */
            type: "url_citation";
            /** @description The source's own address with a fragment, else this service's page for it. */
            url: string;
            title: string;
            /** @description Position of the marker's `[`, in Unicode code points. */
            start_index: number;
            /** @description Behind the `]` of the marker, in Unicode code points. */
            end_index: number;
        };
        /** @description By part of the search; null: the part did not find the passage. */
        PassageScores: {
            keyword: number | null;
            sense: number | null;
            vector: number | null;
        };
        PromptTokensDetails: {
            cached_tokens: number;
            audio_tokens: number;
        };
        /**
         * @example {
         *       "question": "How often are filters changed?",
         *       "k": 8
         *     }
         */
        QueryRequest: {
            question: string;
            /** @description Passages to retrieve; the expert's setting (8) when not given. */
            k?: number;
            /** @description Another name for `k`; give one of them. */
            top_k?: number;
            min_score?: number;
            /** @description Restricts the answer to sources that match; the handbook's page on questions describes filters. */
            filter?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            mode?: "auto" | "keyword" | "sense" | "vector" | "hybrid";
            /** @description false: passages only. */
            generate?: boolean;
            /** @description Earlier turns, oldest first. A follow-up question is understood from them. */
            messages?: components["schemas"]["ConversationTurn"][];
            /** @description true: server-sent events. */
            stream?: boolean;
            include?: ("retrieved" | "scores" | "expansion" | "timings")[];
        };
        Readiness: {
            /** @constant */
            status: "ok";
            /** @description What needs an operator's attention, although all requests are served. */
            warnings?: string[];
        };
        ReasoningOptions: {
            effort?: string | null;
        } & {
            [key: string]: unknown;
        };
        Release: {
            /** @constant */
            object: "release";
            /** @description Sources that the folder keeps no longer. */
            released: number;
            held: components["schemas"]["HeldChange"] | null;
        };
        /**
         * @example {
         *       "sources": [
         *         "src_01kfs5n6w4q1v2m3c8r7t9x0ab"
         *       ]
         *     }
         */
        ReleasedSources: {
            /** @description All that the folder has lost. Empty: nothing any more, so that nothing stays held. */
            sources?: string[];
            /** @description All whose files have changed to the bytes of another file of the folder. They may be replaced unless `held` says so. Empty: none any more. */
            alike?: string[];
        };
        RequestCounts: {
            query: number;
            chat: number;
            ingest: number;
            total: number;
            failed: number;
        };
        Response: {
            id: string;
            /** @constant */
            object: "response";
            /** @description Unix seconds. */
            created_at: number;
            /** @enum {string} */
            status: "in_progress" | "completed" | "incomplete" | "failed";
            /** @constant */
            background: false;
            error: components["schemas"]["ResponseError"] | null;
            incomplete_details: components["schemas"]["IncompleteDetails"] | null;
            instructions: string | null;
            max_output_tokens: number | null;
            model: string;
            output: (components["schemas"]["OutputMessage"] | components["schemas"]["FunctionCall"])[];
            parallel_tool_calls: boolean;
            previous_response_id: null;
            reasoning: components["schemas"]["ResponseReasoning"];
            /** @constant */
            store: false;
            temperature: number | null;
            text: components["schemas"]["ResponseText"];
            tool_choice: string | {
                [key: string]: unknown;
            };
            tools: {
                [key: string]: unknown;
            }[];
            top_p: number | null;
            /** @constant */
            truncation: "disabled";
            usage: components["schemas"]["ResponsesUsage"] | null;
            metadata: {
                [key: string]: unknown;
            };
            context?: components["schemas"]["AnswerContext"];
        };
        ResponseError: {
            /** @constant */
            code: "server_error";
            message: string;
        };
        ResponseFormat: {
            /**
             * @example text
             * @example json_object
             * @example json_schema
             */
            type: string;
        } & {
            [key: string]: unknown;
        };
        ResponseReasoning: {
            effort: null;
            summary: null;
        };
        ResponseText: {
            format: components["schemas"]["ResponseFormat"];
        };
        /**
         * @example {
         *       "model": "handbook",
         *       "input": "How do I add a PDF?"
         *     }
         */
        ResponsesRequest: {
            /** @description An expert's slug, id or alias. */
            model: string;
            stream?: boolean | null;
            temperature?: number | null;
            top_p?: number | null;
            k?: number | null;
            filter?: {
                [key: string]: unknown;
            } | null;
            citations?: ("full" | "annotations" | "inline" | "off") | null;
            input: string | {
                [key: string]: unknown;
            }[];
            instructions?: string | null;
            max_output_tokens?: number | null;
            text?: components["schemas"]["ResponsesTextOptions"] | null;
            reasoning?: components["schemas"]["ReasoningOptions"] | null;
            tools?: {
                [key: string]: unknown;
            }[] | null;
            tool_choice?: (string | {
                [key: string]: unknown;
            }) | null;
            parallel_tool_calls?: boolean | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            background?: boolean | null;
            previous_response_id?: null;
            conversation?: null;
            prompt?: null;
        } & {
            [key: string]: unknown;
        };
        ResponsesTextOptions: {
            format?: components["schemas"]["ResponseFormat"] | null;
        } & {
            [key: string]: unknown;
        };
        ResponsesUsage: {
            input_tokens: number;
            input_tokens_details: components["schemas"]["InputTokensDetails"];
            output_tokens: number;
            output_tokens_details: components["schemas"]["OutputTokensDetails"];
            total_tokens: number;
        };
        Retrieval: {
            /** @enum {string} */
            mode: "keyword" | "sense" | "vector" | "hybrid";
            k: number;
            returned: number;
            /** @description Passages that fitted into the model's window or the answer. */
            used: number;
            sources_ready: number;
            sources_pending: number;
            /** @description What took no part although it should have, and why, in sentences. Absent if there is nothing. */
            warnings?: string[];
        };
        RetrievedPassage: {
            rank: number;
            text: string;
            source_id: string;
            source_version: number;
            chunk_id: string;
            title: string;
            url: string | null;
            external_id: string | null;
            /** @description Unicode code points in the content of that source version. */
            start: number;
            end: number;
            page: number | null;
            section: string;
            score: number;
            speaker: string | null;
            said_at: string | null;
            metadata: components["schemas"]["Metadata"];
            scores?: components["schemas"]["PassageScores"];
        };
        /** @description The built-in model of meaning. */
        SenseModel: {
            model: string;
            /** @description As SPDX writes it. */
            licence: string;
        };
        Session: {
            /** @constant */
            object: "session";
            workspace_id: string;
            /** @description The key whose rights it has. */
            key_id: string;
            key_name: string;
            scopes: ("query" | "ingest" | "manage" | "admin")[];
            expert_ids: string[] | null;
            expires_at: string | null;
        };
        Setting: {
            /** @example DOCENT_PORT */
            name: string;
            help: string;
            value: string | null;
            secret: boolean;
            /** @enum {string} */
            origin: "flag" | "environment" | "file" | "default";
            /** @description Whether a change in the settings file takes effect without a restart. */
            live: boolean;
        };
        /**
         * @example {
         *       "key": "dk_…"
         *     }
         */
        SignIn: {
            /** @description An API key. */
            key?: string;
            /** @description The code of the address that `serve` printed. */
            code?: string;
        };
        Site: {
            /** @example site_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "site";
            expert_id: string;
            /** @constant */
            type: "site";
            url: string;
            max_pages: number;
            max_depth: number;
            every_hours: number | null;
            /** @enum {string} */
            status: "queued" | "processing" | "ready" | "failed" | "canceled";
            progress: components["schemas"]["SiteProgress"];
            pages: components["schemas"]["SitePages"];
            held: components["schemas"]["HeldChange"] | null;
            error: components["schemas"]["SiteFailure"] | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            updated_at: string;
            crawled_at: string | null;
            next_crawl_at: string | null;
        };
        SiteFailure: {
            message: string;
        };
        SiteList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Site"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
            total_count: number;
        };
        SitePages: {
            /** @description Addresses that are known. */
            found: number;
            /** @description Pages that are sources; their `metadata.site` is the site's id. */
            sources: number;
            /** @description Pages that could not be fetched. */
            failed: number;
        };
        SiteProgress: {
            done: number;
            total: number;
            /** @constant */
            unit: "pages";
            percent: number;
        };
        Source: {
            /** @example src_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "source";
            expert_id: string;
            /** @enum {string} */
            type: "text" | "file" | "url" | "conversation";
            title: string;
            url: string | null;
            external_id: string | null;
            filename: string | null;
            mime_type: string | null;
            bytes: number;
            sha256: string | null;
            /** @description The newest version, whose state this is. */
            version: number;
            answering_version: number | null;
            /** @enum {string} */
            status: "queued" | "processing" | "ready" | "failed" | "canceled";
            stage: string | null;
            progress: components["schemas"]["SourceProgress"];
            error: components["schemas"]["SourceFailure"] | null;
            attempts: number;
            chunk_count: number;
            page_count: number | null;
            language: string | null;
            /** @description What could not be read of a source that is otherwise ready. */
            warnings: components["schemas"]["SourceWarning"][];
            metadata: components["schemas"]["Metadata"];
            /** @description Who keeps it: `api`, the mark of a folder or the id of a site. First the one that added it. */
            keepers: string[];
            deduplicated: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            updated_at: string;
            ready_at: string | null;
        };
        /**
         * @example {
         *       "title": "Manual, second edition"
         *     }
         */
        SourceChanges: {
            title?: string;
            url?: string | null;
            metadata?: components["schemas"]["Metadata"];
        };
        SourceCounts: {
            queued: number;
            processing: number;
            ready: number;
            failed: number;
            canceled: number;
            total: number;
        };
        SourceFailure: {
            code: string;
            message: string;
            retryable: boolean;
        };
        SourceList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Source"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
            total_count: number;
        };
        SourceProgress: {
            done: number;
            total: number;
            /** @enum {string} */
            unit: "bytes" | "chunks";
            percent: number;
        };
        SourceUpload: {
            /**
             * Format: binary
             * @description The document.
             */
            file: string;
            title?: string;
            filename?: string;
            /**
             * @description Where it came from; shown in citations.
             * @example https://example.org/manual.html
             */
            url?: string;
            external_id?: string;
            /** @description Seconds to wait until it is settled. */
            wait?: number;
            /** @description JSON. */
            metadata?: string;
        };
        SourceVersion: {
            /** @constant */
            object: "source.version";
            /** @description From 1. */
            version: number;
            /** @enum {string} */
            status: "queued" | "processing" | "ready" | "failed" | "canceled";
            /** @description Whether questions are answered from it. */
            answering: boolean;
            /** @description Whether `/content?version=` has its text. */
            readable: boolean;
            title: string;
            filename: string | null;
            mime_type: string | null;
            bytes: number;
            sha256: string | null;
            error: components["schemas"]["SourceFailure"] | null;
            chunk_count: number;
            page_count: number | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
            ready_at: string | null;
        };
        SourceVersionList: {
            /** @constant */
            object: "list";
            /** @description Newest first. */
            data: components["schemas"]["SourceVersion"][];
            total_count: number;
        };
        SourceWarning: {
            /** @example pages_not_read */
            code: string;
            message: string;
            /** @description Numbers of pages, from 1. */
            pages?: number[];
        };
        SpokenDate: {
            /** @example yesterday */
            phrase: string;
            /**
             * @description A day, a week (first/last day), a month or a year.
             * @example 2026-03-22
             */
            date: string;
        };
        Status: {
            /** @constant */
            status: "ok";
        };
        StoredAmounts: {
            experts: number;
            sources: number;
            chunks: number;
            bytes: number;
        };
        System: {
            /** @constant */
            object: "system";
            version: string;
            commit: string;
            runtime: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            started_at: string;
            /** @description Whether the disk can be written. */
            storage_writable: boolean;
            sources_waiting: number;
            /** @description Memory of the process. */
            process_bytes: number;
            /** @description Memory of open indexes. */
            index_bytes: number;
            index_budget_bytes: number;
            open_indexes: number;
            /**
             * @description Its kind and version.
             * @example SQLite 3.51.0
             * @example PostgreSQL 18.4
             */
            database: string;
            database_bytes: number;
            settings: components["schemas"]["Setting"][];
            /** @description Folders that the settings keep experts in step with. */
            folders: components["schemas"]["KeptFolder"][];
            /** @description What is done in the background, since the start. */
            jobs: components["schemas"]["Jobs"][];
            /** @description Mass changes of folders and sites that wait for a person. */
            held: components["schemas"]["HeldKeeper"][];
            model: components["schemas"]["LanguageModel"] | null;
            backups: components["schemas"]["Backups"] | null;
        };
        Timings: {
            total_ms: number;
        };
        TokenCounts: {
            prompt: number;
            completion: number;
            embedding: number;
            total: number;
        };
        TokenUsage: {
            prompt_tokens: number;
            completion_tokens: number;
            total_tokens: number;
        };
        ToolCall: {
            id: string;
            /** @constant */
            type: "function";
            function: components["schemas"]["CalledFunction"];
        } & {
            [key: string]: unknown;
        };
        ToolCallDelta: {
            index: number;
            id?: string;
            /** @constant */
            type?: "function";
            function: components["schemas"]["CalledFunctionDelta"];
        };
        /** @description Where an `[n]` stands in the content, and what it refers to. */
        UrlCitation: {
            /** @constant */
            type: "url_citation";
            url_citation: components["schemas"]["UrlCitationPlace"];
        };
        UrlCitationPlace: {
            /** @description The source's own address with a fragment for the passage, else this service's page for it. */
            url: string;
            title: string;
            /** @description Position of the marker's `[`, in Unicode code points. */
            start_index: number;
            /** @description Behind the `]` of the marker, in Unicode code points. */
            end_index: number;
        };
        Usage: {
            /** @constant */
            object: "usage";
            workspace_id: string;
            period: components["schemas"]["UsagePeriod"];
            requests: components["schemas"]["RequestCounts"];
            answers: components["schemas"]["AnswerCounts"];
            tokens: components["schemas"]["TokenCounts"];
            ingest: components["schemas"]["IngestCounts"];
            storage: components["schemas"]["StoredAmounts"];
            limits: components["schemas"]["UsageLimits"];
            groups: components["schemas"]["UsageGroup"][];
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            as_of: string;
        };
        UsageGroup: {
            key: string;
            requests: components["schemas"]["RequestCounts"];
            answers: components["schemas"]["AnswerCounts"];
            tokens: components["schemas"]["TokenCounts"];
            ingest: components["schemas"]["IngestCounts"];
        };
        /** @description A limit that is null does not limit. */
        UsageLimit: {
            used: number;
            limit: number | null;
            remaining: number | null;
        };
        UsageLimits: {
            requests: components["schemas"]["UsageLimit"];
            sources: components["schemas"]["UsageLimit"];
            bytes: components["schemas"]["UsageLimit"];
        };
        UsagePeriod: {
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            start: string;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            end: string;
            /** @constant */
            type: "calendar_month_utc";
        };
        Webhook: {
            /** @example whk_01kfs5n6w4q1v2m3c8r7t9x0ab */
            id: string;
            /** @constant */
            object: "webhook";
            url: string;
            events: ("source.ready" | "source.failed" | "expert.deleted" | "quota.near")[];
            /** @description Messages that have not arrived yet. */
            pending: number;
            last_error: string | null;
            disabled_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T08:00:00.000Z
             */
            created_at: string;
        };
        WebhookList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Webhook"][];
            total_count: number;
        };
        WebhookTest: {
            /** @constant */
            object: "webhook.test";
            delivered: boolean;
            status: number | null;
            error: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description not_ready, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The session. It may what its key may, and ends with it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSession"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description invalid_api_key, expired_api_key, invalid_sign_in_code */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no such session any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSession"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rights of the key or session that asks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics, in Prometheus' text format 0.0.4. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description route_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this service can do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capabilities"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listExperts: {
        parameters: {
            query?: {
                limit?: number;
                order?: "desc" | "asc";
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of experts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpertList"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createExpert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Done once, however often it is sent: for 24 hours, a repetition gets the first reply again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExpert"];
            };
        };
        responses: {
            /** @description The expert; `Location` has its address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expert"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description idempotency_in_progress, slug_taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getExpert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The expert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expert"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteExpert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedExpert"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateExpert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpertChanges"];
            };
        };
        responses: {
            /** @description The expert as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Expert"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description slug_taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSources: {
        parameters: {
            query?: {
                limit?: number;
                order?: "desc" | "asc";
                after?: string;
                status?: "queued" | "processing" | "ready" | "failed" | "canceled";
                external_id?: string;
                q?: string;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addSource: {
        parameters: {
            query?: {
                title?: string;
                filename?: string;
                url?: string;
                external_id?: string;
                wait?: number;
                metadata?: string;
            };
            header?: {
                /** @description Done once, however often it is sent: for 24 hours, a repetition gets the first reply again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSourceOrSite"];
                "multipart/form-data": components["schemas"]["SourceUpload"];
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description A source with these bytes exists already (`deduplicated` is true). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description The source, ready. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description The source, durably stored and waiting to be read. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope, url_sources_disabled */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description idempotency_in_progress, kept_elsewhere */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded, queue_full */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSource: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSource"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceChanges"];
            };
        };
        responses: {
            /** @description The source as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    retrySource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description source_not_retryable */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description source_not_retryable */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getContent: {
        parameters: {
            query?: {
                version?: number;
            };
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The normalised text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the newest version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found, original_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChunkList"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceVersionList"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putBackVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest version has these bytes already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description The source, with a new version that waits to be read. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found, original_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded, queue_full */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSites: {
        parameters: {
            query?: {
                limit?: number;
                order?: "desc" | "asc";
                after?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteList"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addSite: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: {
                /** @description Done once, however often it is sent: for 24 hours, a repetition gets the first reply again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSite"];
            };
        };
        responses: {
            /** @description The site, crawled while the request waited. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description The site, durably stored and waiting to be crawled. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope, url_sources_disabled */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: never;
            path: {
                id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, site_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedSite"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, site_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    crawlSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope, url_sources_disabled */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, site_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, site_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeepers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeeperList"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmHeldChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                keeper: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder or site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keeper"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description nothing_held */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    dismissHeldChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                keeper: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder or site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keeper"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description nothing_held */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    releaseSources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                keeper: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleasedSources"];
            };
        };
        responses: {
            /** @description What was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createFileLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileLink"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    openFileLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes: a PDF as such, all else as a download. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/octet-stream": string;
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, source_not_found, original_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    queryExpert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryRequest"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_model_error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_timeout */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listGaps: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gaps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GapList"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteGaps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedGaps"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listChecks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckList"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCheck"];
            };
        };
        responses: {
            /** @description The check, not yet run. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Check"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runChecks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of each check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckReport"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                cid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCheck"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found, check_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createChatCompletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCompletionRequest"];
            };
        };
        responses: {
            /** @description The completion. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatCompletion"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter, context_length_exceeded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description model_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_model_error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_timeout */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createResponse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponsesRequest"];
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Response"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter, context_length_exceeded */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description model_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_model_error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_timeout */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createEmbedding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingsRequest"];
            };
        };
        responses: {
            /** @description The vectors, in the order of the texts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingList"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description model_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_model_error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_timeout */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every expert that the key can reach. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description model_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    callTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonRpcMessage"];
            };
        };
        responses: {
            /** @description The reply to a request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description A notification was taken. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] | components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope, origin_not_allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused by the protocol. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description Refused by the protocol. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] | components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded, quota_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] | components["schemas"]["JsonRpcReply"];
                };
            };
            /** @description upstream_model_error */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description overloaded, shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description upstream_timeout */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its state, settings and backups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getFindings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At least one finding for each area. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Findings"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tryLanguageModel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguageModel"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verified backup; `incomplete` says whether it lacks something. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backup"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHandbook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Handbook"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHandbookPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page as Markdown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description route_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks of the workspace, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope, webhooks_disabled */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhook"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description webhook_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope, webhooks_disabled */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description webhook_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                month?: string;
                group_by?: "expert" | "key" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                limit?: number;
                order?: "desc" | "asc";
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description unknown_parameter, invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKeyRequest"];
            };
        };
        responses: {
            /** @description The key with its secret; `Location` has its address. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            /** @description invalid_json, missing_required_parameter, invalid_parameter, unknown_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description expert_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description request_timeout */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description unsupported_content_encoding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description key_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedKey"];
                };
            };
            /** @description invalid_parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description missing_api_key, invalid_api_key, expired_api_key */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description insufficient_scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description key_not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description last_admin_key */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description address_too_long */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description host_not_allowed */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description rate_limit_exceeded */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description internal_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description shutting_down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description storage_full */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
