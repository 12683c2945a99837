/** A document takes long, and others wait: it is to be read later, from its beginning, as one that is known to be long. */
export class ReadingPostponed extends Error {
  constructor() {
    super("the document takes long to read, and others wait");
    this.name = "ReadingPostponed";
  }
}
