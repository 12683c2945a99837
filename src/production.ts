/** Imported before everything else: Elysia reads this when it is loaded, and shows internals of errors without it. */
Bun.env.NODE_ENV ??= "production";
