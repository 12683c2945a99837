/** The fetcher of a service that runs offline. What an earlier start had queued fails with words that say why. */
import { FetchError } from "./fetch-error.ts";
import type { UrlFetcher } from "./ports.ts";

export const fetchesNothing: UrlFetcher = {
  open: () => Promise.reject(new FetchError("The service is set to offline, so it does not fetch documents.", true)),
};
