import { basename, join } from "node:path";
import { NotObservable } from "../checks/observer.ts";
import type { ServedProcess, Spawner } from "../load/served-process.ts";
import { type Received, type ServiceClient, type ServiceRequest, serviceClient } from "../load/service-client.ts";

export interface ClusterNode {
  client: ServiceClient | null;
  process: ServedProcess | null;
  readonly dataDir: string;
  disturbances: number;
  /** It may still work on a request whose outcome is unknown. */
  owesAnswers: boolean;
  lateReplies: number;
}

export type ClusterNodes = ReturnType<typeof clusterNodes>;

/** Milliseconds, more than any pause. */
const replyTimeout = 200_000;
/** Milliseconds: a node waits 3 s for a connection, 10 s in all. */
const shortestWait = 3000;
/** For reads whose replies are late. */
const mostAttempts = 10;
const longestStop = 60_000;

interface NodeParts {
  readonly spawner: Spawner;
  readonly folder: string;
  readonly apiKey: string;
  readonly count: number;
  readonly patience?: number;
}

export function clusterNodes({ spawner, folder, apiKey, count, patience = shortestWait }: NodeParts) {
  const all = Array.from({ length: count }, (_, i) => newNode(join(folder, `node-${i + 1}`)));
  return {
    all,
    up: () => all.filter(({ client }) => client !== null),
    start: async (node: ClusterNode) => {
      const process = spawner.serve(node.dataDir);
      node.process = process;
      const address = await process.address;
      if (node.process !== process) return; // It was killed while it started.
      if (address === null) throw new NotObservable(`a node did not start: it ended with ${await process.exited}`);
      node.client = inDoubt(serviceClient(address, apiKey, { timeout: replyTimeout }), node, patience);
    },
    kill: async (node: ClusterNode) => {
      await leave(node)?.kill();
    },
    stop: async (node: ClusterNode) => (await leave(node)?.stop(longestStop)) ?? 0,
    pause: async (node: ClusterNode, milliseconds: number) => {
      const { client, process } = node;
      node.disturbances += 1;
      node.client = null;
      process?.pause(true);
      await Bun.sleep(milliseconds);
      process?.pause(false);
      if (node.process === process) node.client = client;
    },
  };
}

function newNode(dataDir: string): ClusterNode {
  return { client: null, process: null, dataDir, disturbances: 0, owesAnswers: false, lateReplies: 0 };
}

function leave(node: ClusterNode): ServedProcess | null {
  const { process } = node;
  node.disturbances += 1;
  node.client = null;
  node.process = null;
  node.owesAnswers = false;
  return process;
}

/** A node that lost the database during a commit does not know the result. */
function inDoubt({ send }: ServiceClient, node: ClusterNode, patience: number): ServiceClient {
  return {
    send: async (sent) => {
      const { process, disturbances } = node;
      const began = performance.now();
      const reply = await send(sent);
      if (reply.type === "received" && !isUnknown(reply)) return reply;
      const hasLeft = sent.leaves === true && node.disturbances === disturbances;
      if (node.process === process && !hasLeft) node.owesAnswers = true;
      const late = reply.type === "cut" ? reply.late === true : performance.now() - began >= patience;
      if (late) node.lateReplies += 1;
      return { type: "cut", late };
    },
  };
}

function isUnknown({ status, text }: Received): boolean {
  return (status === 503 || status === 200) && text.includes('"code":"not_ready"');
}

export function throughAll(nodes: ClusterNodes) {
  let turn = 0;
  let asked = "";
  return {
    last: () => asked,
    send: async (sent: ServiceRequest) => {
      for (let attempts = 1; ; attempts++) {
        turn += 1;
        const up = nodes.up();
        const node = up[turn % up.length];
        if (node === undefined || node.client === null) throw new NotObservable("no node is up");
        asked = basename(node.dataDir);
        const reply = await node.client.send(sent);
        const mayRepeat = reply.type === "cut" && reply.late === true && sent.method === "GET";
        if (!mayRepeat || attempts === mostAttempts) return reply;
      }
    },
  };
}
