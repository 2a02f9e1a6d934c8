import { objectionTo } from '../../../../commands/invoices/check-code';
import { createWooviCharges } from '../../../../infra/providers/woovi/charges/charges';
import { PAYER } from '../../../../packages/testing/src/contracts/charges/scene';
import { freshKey } from '../../../../packages/testing/src/contracts/providers';
import { callAt } from '../../../infra/providers/bank-world';
import { openWorld as openDidit } from '../../../infra/providers/didit/world';
import { openWorld as openSumsub } from '../../../infra/providers/sumsub/world';
import { openWorld as openWoovi } from '../../../infra/providers/woovi/world';
import type { BankServer } from '../../../providers/bank-server';
import { payCharge } from '../../../providers/woovi-charges';
import { CENTS, resolvePayee, WAYS } from './payout-ways';

/** Paths without ids and questions. */
const servedBy = ({ served }: BankServer): readonly string[] =>
  served.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*$/, '').replace(/\/(?:[0-9a-f-]{36}|\d+)(?=\/|$)/g, '/*')}`,
  );

// The tables of docs/providers/: a quote, the payout, and the question that finds it settled.
test.each<[keyof typeof WAYS, readonly string[], readonly string[], readonly string[]]>([
  [
    'a key at Woovi',
    ['GET /api/v1/pix-keys/tokens', 'POST /api/v1/pix-keys/check'],
    ['POST /api/v1/payment'],
    ['GET /api/v1/payment/*', 'GET /api/v1/transaction'],
  ],
  [
    'a code at Woovi',
    ['POST /api/v1/decode/emv'],
    ['POST /api/v1/payment', 'POST /api/v1/decode/emv', 'POST /api/v1/payment/approve'],
    ['GET /api/v1/payment/*', 'GET /api/v1/transaction'],
  ],
  [
    'a boleto at Woovi',
    ['POST /api/v1/boleto/validate'],
    ['POST /api/v1/boleto/validate', 'POST /api/v1/payment', 'POST /api/v1/payment/approve'],
    ['GET /api/v1/payment/*', 'GET /api/v1/transaction'],
  ],
  ['a key at Asaas', [], ['POST /v3/transfers'], ['GET /v3/transfers', 'GET /v3/pix/transactions']],
  [
    'a code at Asaas',
    ['POST /v3/pix/qrCodes/decode'],
    ['POST /v3/pix/qrCodes/decode', 'POST /v3/pix/qrCodes/pay'],
    ['GET /v3/pix/transactions'],
  ],
  [
    'a boleto at Asaas',
    ['POST /v3/bill/simulate'],
    ['POST /v3/bill/simulate', 'POST /v3/bill/simulate', 'POST /v3/bill'],
    ['GET /v3/bill'],
  ],
  [
    'a gift card at Reloadly',
    ['POST /oauth/token', 'GET /products/*'],
    ['GET /products/*', 'POST /orders', 'GET /orders/transactions/*/cards'],
    ['GET /reports/transactions', 'GET /orders/transactions/*/cards'],
  ],
])('pays %s with the documented requests', async (name, quote, payout, question) => {
  const [open, method] = WAYS[name];
  const world = await open();
  try {
    const { provider, server, clock } = world;
    server.books.settleMs = 0;
    const since = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      const before = server.served.length;
      await work();
      return servedBy(server).slice(before);
    };
    const idempotencyKey = freshKey();
    const notAfter = new Date(clock.now() + 15_000).toISOString();
    const sentAt = clock.iso();
    const request = { idempotencyKey, amount: CENTS, method, notAfter };
    // As at the dispatch.
    const send = async () => {
      await objectionTo(clock, provider, callAt(clock), request);
      await provider.create(callAt(clock), request);
    };
    const told = [await since(() => resolvePayee(world, method)), await since(send)];
    clock.advance(31_000);
    told.push(await since(() => provider.get(callAt(clock), { idempotencyKey, kind: method.kind, sentAt })));
    expect(told).toEqual([quote, payout, question]);
  } finally {
    await world.close();
  }
});

test('takes a charge at Woovi with the documented requests', async () => {
  const { server, clock, reads, close } = await openWoovi();
  try {
    const { url, appId } = server;
    const options = { name: 'woovi', url, appId, clock, reads, onExchange: () => undefined };
    const provider = createWooviCharges(options);
    const idempotencyKey = freshKey();
    const expiresAt = new Date(clock.now() + 300_000).toISOString();
    const request = { idempotencyKey, amount: CENTS, payer: PAYER, expiresAt, notAfter: expiresAt };
    await provider.create(callAt(clock), request);
    expect(servedBy(server)).toEqual(['POST /api/v1/charge']);
    payCharge(server.chargeBooks, idempotencyKey, clock.now());
    await provider.get(callAt(clock), { idempotencyKey, amount: CENTS });
    expect(servedBy(server).slice(1)).toEqual([
      'GET /api/v1/charge/*',
      'GET /api/v1/transaction',
      'GET /api/v1/charge/*/refund',
      'GET /api/v1/dispute',
    ]);
  } finally {
    await close();
  }
});

const LINK = 'POST /resources/sdkIntegrations/levels/-/websdkLink';
const [DECISION, APPLICANT] = ['GET /session/*/decision/', 'GET /resources/applicants/*/one'];
const BY_REFERENCE = 'GET /resources/applicants/-;externalUserId=*/one';

const AT_DIDIT = {
  ...{ start: ['POST /session/'], question: [DECISION], link: [DECISION], search: ['GET /sessions/', DECISION] },
  erasure: ['GET /sessions/', 'DELETE /session/*/delete/'],
};

const AT_SUMSUB = {
  ...{ start: ['POST /resources/applicants', LINK], question: [APPLICANT], link: [APPLICANT, LINK] },
  ...{ search: [BY_REFERENCE], erasure: [BY_REFERENCE] },
};

test.each([
  ['Didit', openDidit, AT_DIDIT],
  ['Sumsub', openSumsub, AT_SUMSUB],
] as const)('verifies a person at %s with the documented requests', async (_name, open, documented) => {
  const { provider, server, call, start, close } = await open();
  try {
    const { ref, id } = await start();
    const since = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      const before = server.served.length;
      await work();
      const served = servedBy(server).slice(before);
      return served.map((line) => line.replaceAll(id, '*').replaceAll(ref, '*'));
    };
    expect({
      start: servedBy(server),
      question: await since(() => provider.get(call(), id)),
      link: await since(() => provider.reopen(call(), id)),
      search: await since(() => provider.find(call(), ref)),
      erasure: await since(() => provider.erase(call(), ref)),
    }).toEqual(documented);
  } finally {
    await close();
  }
});
