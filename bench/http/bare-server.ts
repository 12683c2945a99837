/**
 * What the machine and the framework give without us: a route that reads a question and answers as many bytes as Docent
 * does, and one that only answers. `bun bench/http/bare-server.ts serve|elysia BYTES_OF_AN_ANSWER BYTES_OF_A_MODEL`
 */
import { Elysia } from "elysia";

const [kind, answerBytes, smallBytes] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const answer = "x".repeat(answerBytes);
const small = "x".repeat(smallBytes);

function serveBare(): number | undefined {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/small": () => Response.json({ small }),
      "/ask": {
        POST: async (request) => {
          const { question } = (await request.json()) as { question: string };
          return Response.json({ question, answer });
        },
      },
    },
  }).port;
}

function serveElysia(): number | undefined {
  const app = new Elysia()
    .get("/small", () => ({ small }))
    .post("/ask", ({ body }) => ({ question: (body as { question: string }).question, answer }))
    .listen({ port: 0, hostname: "127.0.0.1" });
  return app.server?.port;
}

console.log(`http://127.0.0.1:${kind === "elysia" ? serveElysia() : serveBare()}`);
