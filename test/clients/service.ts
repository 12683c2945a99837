/** The service under test, which run.ts started and named in the environment. */
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

/** The model server's record of a question. */
export interface Visits {
  readonly asked: number;
  /** The number of replies that clients left before the end. */
  readonly left: number;
}

export async function modelVisits(question: string): Promise<Visits> {
  const address = `${required("DOCENT_TEST_MODEL_SERVER")}/visits?question=${encodeURIComponent(question)}`;
  return (await fetch(address)).json() as Promise<Visits>;
}

/** Repeats the check until the model server has seen the call; the test's timeout ends a call that never arrives. */
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

/** The error of a request. Some clients' promises are lazy, so it is awaited here. */
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
