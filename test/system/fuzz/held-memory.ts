import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type MessageEvent, WebSocket } from 'undici';
import type { RunningProcess } from '../end-to-end/support/run-service';

type Inspected = Pick<RunningProcess, 'child' | 'stderr'>;

const LISTENING = /Debugger listening on (ws:\/\/\S+)/;
const OPENS_WITHIN_MS = 10_000;
const POLL_MS = 50;
/** Objects freed by the first collection may hold more. */
const COLLECTIONS = 3;

const urlOf = async ({ child, stderr }: Inspected): Promise<string> => {
  child.kill('SIGUSR1');
  const giveUpAtMs = Date.now() + OPENS_WITHIN_MS;
  while (Date.now() < giveUpAtMs) {
    const url = LISTENING.exec(stderr())?.[1];
    if (url !== undefined) return url;
    await pause(POLL_MS);
  }
  throw new Error('The process does not open its inspector');
};

interface Told {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: string } };
}

const asker = (socket: WebSocket) => {
  let asked = 0;
  return async (method: string, params: object = {}): Promise<Told> => {
    const id = ++asked;
    const answer = new Promise<Told>((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const told = JSON.parse(String(data)) as Told;
        if (told.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(told);
      };
      socket.addEventListener('message', hear);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answer;
  };
};

const USAGE = 'JSON.stringify(process.memoryUsage())';

/** Memory that a process still holds after collection, in MB: its heap, and buffers beside it. */
export const heldMegabytes = async (inspected: Inspected): Promise<number> => {
  const socket = new WebSocket(await urlOf(inspected));
  await once(socket as unknown as EventTarget, 'open');
  const ask = asker(socket);
  for (let time = 0; time < COLLECTIONS; time += 1) await ask('HeapProfiler.collectGarbage');
  const { result } = await ask('Runtime.evaluate', { expression: USAGE, returnByValue: true });
  socket.close();
  const { heapUsed, external } = JSON.parse(result?.result?.value ?? '') as NodeJS.MemoryUsage;
  return (heapUsed + external) / 1_024 ** 2;
};
