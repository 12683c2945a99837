import { FetchError } from "./fetch-error.ts";
import type { UrlFetcher } from "./ports/document-ports.ts";

export const fetchesNothing: UrlFetcher = {
  open: () => Promise.reject(new FetchError("The service is set to offline, so it does not fetch documents.", true)),
};
