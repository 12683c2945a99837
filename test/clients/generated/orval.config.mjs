// Where the service and its description are, run.ts says in the environment.
const { DOCENT_TEST_URL: url = "", DOCENT_DESCRIPTION: description = "" } = process.env;

// biome-ignore lint/style/noDefaultExport: orval reads nothing else
export default {
  docent: {
    input: { target: description },
    output: { target: "client.ts", client: "fetch", baseUrl: url.replace(/\/v1$/, "") },
  },
};
