/** The rules of a robots.txt file for this program. */
import robotsParser from "robots-parser";
import type { ReadRobots } from "../sites/ports.ts";

/** @param product the product token of the user agent (RFC 9309, section 2.2.1). */
export function robotsReader(product: string): ReadRobots {
  return (address, text) => {
    const rules = robotsParser(address, text);
    return {
      allows: (url) => rules.isAllowed(url, product) !== false,
      crawlDelay: rules.getCrawlDelay(product) ?? null,
    };
  };
}
