import { execFile, spawnSync } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { createHttpServer } from '../../../../src/http/server';
import { operations, schemesOf } from '../../../http/public/document';
import { createWorld, type HttpWorld } from '../../../http/world';
import { requestsPage } from '../../../requests-page';

const blocks = [...requestsPage().matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}));
const shell = blocks
  .filter(({ kind }) => kind === 'sh' || kind === 'shell')
  .map(({ text }) => text.replaceAll('\\\n', ''));

/** The requests of the page as operations of the document: `$NAME` stands for any one parameter of a path. */
const requests = shell
  .flatMap((text) => text.split('\n'))
  .flatMap((line) => {
    const url = /"\$LASTRO(\/[^"?]*)/.exec(line)?.[1];
    if (url === undefined) return [];
    const method = /-X (\w+)/.exec(line)?.[1]?.toLowerCase() ?? (/ -d /.test(line) ? 'post' : 'get');
    return [`${method} ${url.replace(/\$\w+/g, '{}')}`];
  });

const nameless = (name: string): string => name.replace(/\{\w+\}/g, '{}');

/** Second names of routes that the page shows by their first. */
const ALIASES = [
  'get /api/v1/cashout/intents/{intentId}',
  'get /api/v1/health',
  'get /api/v1/health/live',
  'get /api/v1/health/ready',
];

/** Routes of the dashboard alone need the cookie of a member. */
const isOfMembers = ({ operation }: (typeof operations)[number]): boolean => schemesOf(operation).join() === 'member';

describe('the page of requests', () => {
  it('requests every route that exists, and no other route', () => {
    const asked = operations.filter((each) => !isOfMembers(each) && !/ \/api\/v1\/session(\/|$)/.test(each.name));
    const shown = asked.map(({ name }) => name).filter((name) => !ALIASES.includes(name));
    expect([...new Set(requests)].sort()).toEqual([...new Set(shown.map(nameless))].sort());
    for (const alias of ALIASES) expect(operations.map(({ name }) => name)).toContain(alias);
  });

  const hasShell = spawnSync('bash', ['-c', 'curl --fail-with-body --version']).status === 0;
  if (!hasShell) process.stderr.write('The page of requests is NOT run: it needs bash and curl 7.76 or newer\n');

  (hasShell ? describe : describe.skip)('in a shell with curl', () => {
    let world: HttpWorld;
    let server: Server;
    beforeAll(async () => {
      world = await createWorld();
      server = createHttpServer(world.app);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await world.close();
    });

    it('runs from the first block to the last', async () => {
      const { apiKey } = await world.partner();
      const script = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
      const { port } = server.address() as AddressInfo;
      const env = { ...process.env, LASTRO: `http://127.0.0.1:${port}`, API_KEY: apiKey };
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script.join('\n')], { env });
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { success?: boolean; version?: string });
      expect(answers.length).toBeGreaterThan(15);
      for (const answer of answers) expect(answer.success ?? answer.version).toBeTruthy();
    });
  });
});
