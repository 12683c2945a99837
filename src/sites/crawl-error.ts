/** Why a crawl cannot continue. The message is for the person who added the site. */
export class CrawlError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CrawlError";
  }
}
