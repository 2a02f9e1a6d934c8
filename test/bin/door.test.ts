import type { ServerResponse } from 'node:http';
import { openDoor } from '../../src/bin/running/door';

const config = { HOST: '127.0.0.1', PORT: 0, DRAIN_MS: 60_000 };

const checksAt = async (url: string): Promise<readonly string[]> => {
  const response = await fetch(`${url}/health/ready`);
  return Object.keys(((await response.json()) as { readonly checks: object }).checks);
};

test('answers every request through the app once the door is open', async () => {
  const { url, open, stop } = await openDoor({ ...config, DRAIN_MS: 0 });
  open((_request, response) => response.writeHead(204).end());
  expect((await fetch(`${url}/api/v1/users`)).status).toBe(204);
  await Promise.all([stop(), stop()]);
  await expect(fetch(url)).rejects.toThrow();
});

test('ends the start immediately when the port is in use', async () => {
  const { url, stop } = await openDoor(config);
  const PORT = Number(new URL(url).port);
  await expect(openDoor({ ...config, PORT })).rejects.toThrow(`PORT ${PORT} of HOST 127.0.0.1 is in use`);
  await stop();
});

const ANSWER_204 = (_request: unknown, response: ServerResponse) => response.writeHead(204).end();

test('stays open while several servers behind one port close it, and names the missing parts', async () => {
  const { url, lend, stop } = await openDoor({ ...config, DRAIN_MS: 0 });
  const first = lend();
  first.isThere('database');
  first.open(ANSWER_204);
  expect((await fetch(url)).status).toBe(204);
  await first.stop();
  expect(await checksAt(url)).toEqual(['service', 'database', 'eventStore', 'migrations', 'pair', 'projections']);
  first.open(ANSWER_204);
  expect((await fetch(url)).status).toBe(503);
  lend().open(ANSWER_204);
  expect((await fetch(url)).status).toBe(204);
  await stop();
});

test('serves for the process after it while the port stops, and ends with this process', async () => {
  let endDrain = (): void => undefined;
  const drain = new Promise<void>((resolve) => {
    endDrain = resolve;
  });
  const { url, lend, stop } = await openDoor(config, () => drain);
  const runs = lend();
  runs.open(ANSWER_204);
  expect((await fetch(url)).status).toBe(204);
  const stopped = stop();
  const ended = runs.stop();
  expect((await fetch(url)).status).toBe(204);
  endDrain();
  await Promise.all([stopped, ended]);
  await expect(fetch(url)).rejects.toThrow();
});
