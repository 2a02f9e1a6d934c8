import { systemClock } from '../../../../../infra/clock';
import { remotePayouts } from '../../../../../infra/providers/sandbox-remote/payouts';
import { servedBy } from '../../../../../infra/providers/sandbox-remote/served';
import { createSandboxServer } from '../../../../../infra/providers/sandbox-remote/server';
import { askingAt, closeServers, listening, SECRET } from './serving';
import { simulatedPorts } from './serving-sandbox';

afterEach(closeServers);

const PERSON = 'fulano@exemplo.com';

const served = async () => {
  const lines: string[] = [];
  const logger = { warn: (...line: readonly unknown[]) => void lines.push(JSON.stringify(line)) };
  const ports = simulatedPorts(systemClock);
  const faulty = async () => {
    throw new Error(`${PERSON} broke it`);
  };
  const payouts = { ...ports.payouts, resolveKey: faulty };
  const url = await listening(
    createSandboxServer({ served: servedBy({ ...ports, payouts }), secrets: [SECRET], logger }),
  );
  return { url, lines };
};

const contextNow = () => ({ requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Date.now() + 5_000 });

const post = async (url: string, body: string, authorization = `Bearer ${SECRET}`) => {
  const headers = { 'content-type': 'application/json', authorization };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return [answer.status, await answer.text()];
};

const asking = (...given: readonly unknown[]): string => JSON.stringify({ context: contextNow(), given });

test.each([
  '',
  'Bearer',
  'Bearer x',
  `Basic ${SECRET}`,
  SECRET,
  `Bearer ${SECRET}x`,
])('whoever says "%s" is not let in, whatever is asked', async (authorization) => {
  const { url } = await served();
  expect(await post(`${url}/payouts.get`, asking('k'), authorization)).toEqual([401, '']);
  expect(await post(`${url}/nothing`, 'x'.repeat(1_000_000), authorization)).toEqual([401, '']);
});

test('another secret is none, and provably nothing happened', async () => {
  const { url } = await served();
  const provider = remotePayouts(askingAt(url, systemClock, 'another secret'));
  const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: PERSON } as const;
  const order = { idempotencyKey: 'k', amount: 1n, method, notAfter: '2100-01-01T00:00:00.000Z' };
  const context = { ...contextNow(), mode: 'sandbox' } as const;
  expect(await provider.create(context, order)).toMatchObject({ ok: false, kind: 'RETRYABLE', code: 'AUTH' });
});

test.each([
  ['a call that is none', '/payouts.refund', asking('k'), 404],
  ['a call that every object has', '/toString', asking(), 404],
  ['no JSON', '/payouts.get', `{"${PERSON}`, 400],
  ['nothing', '/payouts.get', '', 400],
  ['too few arguments', '/payouts.get', asking(), 400],
  ['too many', '/payouts.get', asking('k', 'l'), 400],
  ['another type', '/payouts.get', asking({ $ne: PERSON }), 400],
  [
    'a live credential',
    '/payouts.get',
    JSON.stringify({ context: { ...contextNow(), mode: 'live' }, given: ['k'] }),
    400,
  ],
  ['a body without end', '/payouts.get', asking('k'.repeat(300_000)), 413],
  ['what the simulator fails by', '/payouts.resolveKey', asking({ keyType: 'EMAIL', key: PERSON }), 500],
])('%s is refused without a word', async (_what, path, body, status) => {
  const { url, lines } = await served();
  expect(await post(url + path, body)).toEqual([status, '']);
  expect(lines.join()).not.toMatch(/fulano|a-secret/);
});
