/** The service under test, as run.ts started it and told in the environment. */
export interface Service {
  /** Ends in `/v1`. */
  readonly baseURL: string;
  readonly apiKey: string;
}

export const service: Service = {
  baseURL: required("DOCENT_TEST_URL"),
  apiKey: required("DOCENT_TEST_KEY"),
};

/** Asks the native API. */
export async function native(path: string, init: RequestInit & { readonly json?: unknown } = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" };
  const body = init.json === undefined ? {} : { body: JSON.stringify(init.json) };
  return fetch(`${service.baseURL}${path}`, { ...init, ...body, headers: { ...headers, ...init.headers } });
}

/** What the model server behind the service saw of a question. */
export interface Visits {
  readonly asked: number;
  /** How often somebody left before the end of its reply. */
  readonly left: number;
}

export async function modelVisits(question: string): Promise<Visits> {
  const address = `${required("DOCENT_TEST_MODEL_SERVER")}/visits?question=${encodeURIComponent(question)}`;
  return (await fetch(address)).json() as Promise<Visits>;
}

/** Asks again and again until the model server has seen it; the test's own limit of time ends what never comes. */
export async function untilModel(question: string, saw: keyof Visits): Promise<Visits> {
  for (;;) {
    const visits = await modelVisits(question);
    if (visits[saw] > 0) return visits;
  }
}

/** A fetch that notes the path of each request. */
export function countingFetch() {
  const requests: string[] = [];
  const counting = (input: string | URL | Request, init?: RequestInit) => {
    requests.push(new URL(input instanceof Request ? input.url : input).pathname);
    return fetch(input, init);
  };
  return { requests, fetch: counting };
}

/** What a request fails with. Some clients' promises are lazy, so it is awaited here. */
export async function failureOf(request: PromiseLike<unknown>): Promise<unknown> {
  try {
    await request;
  } catch (error) {
    return error;
  }
  throw new Error("the request did not fail");
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start the tests with run.ts`);
  return value;
}
