/** A door to a server: connections go through it, and a test can cut them, refuse new ones, or let nothing pass. */
import type { Socket } from "bun";

export interface ClosableDoor {
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  close(): void;
  /** Ends all connections. */
  cut(): void;
  /** Lets nothing pass any more, in connections that are there and in new ones. Nobody is told. */
  stall(): void;
  /** Lets new connections through. Those that were stalled stay silent for ever, as after a failover. */
  open(): void;
  stop(): void;
}

interface Side {
  other: Socket<Side> | null;
  readonly waiting: Uint8Array[];
  isSilent: boolean;
}

/** @param target where it leads to. */
export function openDoor(target: { readonly hostname: string; readonly port: number }): ClosableDoor {
  const inside = new Set<Socket<Side>>();
  let state: "open" | "closed" | "stalled" = "open";
  const end = () => {
    for (const socket of inside) {
      socket.data.other?.terminate();
      socket.terminate();
    }
    inside.clear();
  };
  const passOn = (socket: Socket<Side>, bytes: Uint8Array) => {
    if (socket.data.isSilent) return;
    const { other, waiting } = socket.data;
    if (other === null || waiting.length > 0) waiting.push(bytes.slice());
    else send(other, bytes, waiting);
  };
  const drained = (socket: Socket<Side>) => {
    const from = socket.data.other?.data;
    for (const bytes of from?.waiting.splice(0) ?? []) send(socket, bytes, from?.waiting ?? []);
  };
  const listener = Bun.listen<Side>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = { other: null, waiting: [], isSilent: state === "stalled" };
        if (state === "closed") socket.terminate();
        else inside.add(socket);
        if (state === "open") void connect(socket, target, { passOn, drained });
      },
      data: passOn,
      drain: drained,
      close: (socket) => {
        inside.delete(socket);
        socket.data.other?.end();
      },
    },
  });
  return {
    port: listener.port,
    cut: end,
    close: () => {
      state = "closed";
      end();
    },
    stall: () => {
      state = "stalled";
      for (const socket of inside) {
        socket.data.isSilent = true;
        if (socket.data.other !== null) socket.data.other.data.isSilent = true;
      }
    },
    open: () => {
      state = "open";
    },
    stop: () => {
      end();
      listener.stop(true);
    },
  };
}

interface Ways {
  readonly passOn: (socket: Socket<Side>, bytes: Uint8Array) => void;
  readonly drained: (socket: Socket<Side>) => void;
}

async function connect(
  outside: Socket<Side>,
  target: { readonly hostname: string; readonly port: number },
  { passOn, drained }: Ways,
): Promise<void> {
  const other = await Bun.connect<Side>({
    ...target,
    data: { other: outside, waiting: [], isSilent: false },
    socket: { data: passOn, drain: drained, close: (socket) => void socket.data.other?.end() },
  });
  outside.data.other = other;
  drained(other);
}

/** What does not fit waits until the socket has drained. */
function send(socket: Socket<Side>, bytes: Uint8Array, waiting: Uint8Array[]): void {
  const written = waiting.length > 0 ? 0 : socket.write(bytes);
  if (written < bytes.byteLength) waiting.push(bytes.slice(Math.max(written, 0)));
}
