import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { apiPixSource } from '../../../../../infra/providers/api-pix/callbacks';
import { createApiPixCharges, readHealth } from '../../../../../infra/providers/api-pix/charges';
import { exchange } from '../../../../../infra/providers/http/exchange';
import { OTHER_TAX_ID, PAYER } from '../../../../../packages/testing/src/contracts/charges/scene';
import { mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../../packages/testing/src/ledger/memory/manual-clock';
import {
  type ApiPixWorld,
  bankIdentity,
  identity,
  idOf,
  openWorld,
  proxyIdentity,
  stranger,
} from '../../../../infra/providers/api-pix/world';
import { payCharge, returnByMed } from '../../../../providers/api-pix-books';
import { ordersOf } from '../charge-switchboard';

describe('charges at a bank of the API Pix', () => {
  let world: ApiPixWorld;
  let { requestOf, call, made, refundOf } = {} as ReturnType<typeof ordersOf>;
  beforeEach(async () => {
    world = await openWorld();
    ({ requestOf, call, made, refundOf } = ordersOf(world));
  });
  afterEach(() => world.close());

  const bookOf = ({ idempotencyKey }: { readonly idempotencyKey: string }) =>
    world.books.charges.get(idOf(idempotencyKey))!;
  const servedBy = (method: string) => world.server.served.filter((each) => each.method === method);

  test('requests a charge of this amount alone, for its payer, until the end of the quote', async () => {
    const asked = await made(900);
    expect(bookOf(asked).told).toEqual({
      ...{ calendario: { expiracao: 900 }, chave: world.server.pixKey },
      ...{ devedor: { cpf: PAYER.taxId, nome: PAYER.name }, valor: { original: '150.00', modalidadeAlteracao: 0 } },
    });
  });

  test('never changes a charge that the bank holds', async () => {
    const asked = await made();
    const other = { ...requestOf(), ...asked, amount: 15_001n };
    expect(await world.provider.create(call(), other)).toMatchObject({ kind: 'UNKNOWN', code: 'PROTOCOL' });
    mustSucceed(await world.provider.create(call(), { ...requestOf(), ...asked }));
    expect([bookOf(asked).revisao, servedBy('PUT').length]).toEqual([0, 1]);
  });

  test('gives no code of a charge for another payer, or for none, and no payment of the latter', async () => {
    const asked = await made();
    await world.pay(call(), asked.idempotencyKey, { payerTaxId: OTHER_TAX_ID });
    world.server.rewrite = (answer) => answer.replace(PAYER.taxId, OTHER_TAX_ID);
    expect(await world.provider.create(call(), requestOf())).toMatchObject({ kind: 'REJECTED', code: 'PROTOCOL' });
    world.server.rewrite = (answer) => answer.replace(/"devedor":\{[^}]*\},/, '');
    const unreadable = [await world.provider.create(call(), requestOf()), await world.provider.get(call(), asked)];
    expect(unreadable).toMatchObject(['UNKNOWN', 'UNAVAILABLE'].map((kind) => ({ kind, code: 'PROTOCOL' })));
  });

  test('reports the end of an unpaid charge', async () => {
    const asked = await made(300);
    world.clock.advance(299_999);
    expect(await world.provider.get(call(), asked)).toMatchObject({ value: { state: 'ACTIVE' } });
    world.clock.advance(1);
    expect(await world.provider.get(call(), asked)).toMatchObject({ value: { state: 'EXPIRED' } });
  });

  test('compares the payer by the list of the bank, and waits for a PIX that the list does not have', async () => {
    const [asked, other] = [await made(), await made()];
    await world.pay(call(), asked.idempotencyKey);
    await world.pay(call(), other.idempotencyKey, { payerTaxId: OTHER_TAX_ID });
    world.books.isLate = true;
    expect(await world.provider.get(call(), asked)).toMatchObject({ kind: 'UNAVAILABLE' });
    world.books.isLate = false;
    const payerOf = async (each: typeof asked) =>
      mustSucceed(await world.provider.get(call(), each)).payments[0]?.payer;
    expect([await payerOf(asked), await payerOf(other)]).toEqual([
      { matchesExpected: true },
      { matchesExpected: false },
    ]);
  });

  test('believes no other payer of a PIX that the list gains between two answers', async () => {
    const asked = await made();
    await world.pay(call(), asked.idempotencyKey);
    world.books.isLate = true;
    let lists = 0;
    world.server.onRequest = (line) => {
      if (line.startsWith('GET /v2/pix')) lists += 1;
      world.books.isLate = lists < 2;
    };
    expect(await world.provider.get(call(), asked)).toMatchObject({
      value: { payments: [{ payer: { matchesExpected: true } }] },
    });
    // The fourth is that of another payer.
    expect(lists).toBe(4);
  });

  test('believes no payer at a bank that lists a PIX for two, and asks one that compares once', async () => {
    const asked = await made();
    await world.pay(call(), asked.idempotencyKey, { payerTaxId: OTHER_TAX_ID });
    world.books.isBlind = true;
    const blind = { kind: 'UNAVAILABLE', code: 'PROTOCOL' };
    expect(await world.provider.get(call(), asked)).toMatchObject(blind);
    expect(await world.provider.get(call(), asked)).toMatchObject(blind);
    world.books.isBlind = false;
    const own = await made();
    await world.pay(call(), own.idempotencyKey);
    mustSucceed(await world.provider.get(call(), own));
    const before = servedBy('GET').length;
    mustSucceed(await world.provider.get(call(), own));
    expect(servedBy('GET').length - before).toBe(2);
    // A bank may compare a CPF alone.
    const company = { ...requestOf(), payer: { taxId: '11222333000181' } };
    mustSucceed(await world.provider.create(call(), company));
    await world.pay(call(), company.idempotencyKey, { payerTaxId: OTHER_TAX_ID });
    world.books.isBlind = true;
    expect(await world.provider.get(call(), company)).toMatchObject(blind);
  });

  test('lists all pages of the PIX, or none', async () => {
    const asked = await made();
    for (let count = 0; count < 101; count += 1) await world.pay(call(), asked.idempotencyKey);
    const window = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const;
    const credits = mustSucceed(await world.provider.listCredits(call(), ...window));
    expect([credits.length, credits[0]?.chargeKey]).toEqual([101, asked.idempotencyKey]);
    const paginacao = { quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 };
    world.server.say('GET /v2/pix', JSON.stringify({ parametros: { paginacao }, pix: [] }));
    expect(await world.provider.listCredits(call(), ...window)).toMatchObject({ kind: 'UNAVAILABLE' });
  });

  test('names no charge of ours for the PIX of another', async () => {
    const pix = { endToEndId: 'E1', txid: 'loja42', valor: '1.00', horario: '2026-11-20T10:00:00-03:00' };
    const paginacao = { quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 };
    world.server.say('GET /v2/pix', JSON.stringify({ parametros: { paginacao }, pix: [pix] }));
    const window = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'] as const;
    expect(mustSucceed(await world.provider.listCredits(call(), ...window))).toEqual([
      { endToEndId: 'E1', chargeKey: null, amount: 100n, at: '2026-11-20T13:00:00.000Z' },
    ]);
  });

  test('reports a refund that the bank refuses because of a dispute', async () => {
    const asked = await made();
    const { endToEndId } = payCharge(world.books, idOf(asked.idempotencyKey), world.clock.now());
    world.books.next = { disputed: true };
    const refund = refundOf(asked.idempotencyKey, endToEndId);
    expect(await world.provider.refund(call(), refund)).toMatchObject({ kind: 'REJECTED', code: 'DISPUTED' });
  });

  test('reports a return by the MED as a dispute, and as refunded until the bank gives it up', async () => {
    const asked = await made();
    const pix = payCharge(world.books, idOf(asked.idempotencyKey), world.clock.now());
    const returned = returnByMed(pix);
    const told = async () => {
      const { payments, disputes } = mustSucceed(await world.provider.get(call(), asked));
      return [payments[0]?.refunded, disputes.map(({ endToEndId, amount, state }) => [endToEndId, amount, state])];
    };
    expect(await told()).toEqual([15_000n, [[pix.endToEndId, 15_000n, 'OPENED']]]);
    returned.status = 'DEVOLVIDO';
    expect(await told()).toEqual([15_000n, [[pix.endToEndId, 15_000n, 'ACCEPTED']]]);
    returned.status = 'NAO_REALIZADO';
    expect(await told()).toEqual([0n, [[pix.endToEndId, 15_000n, 'REJECTED']]]);
  });

  // The table of docs/providers/api-pix.md.
  test('takes, ends and refunds charges with the documented requests', async () => {
    const since = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
      const before = world.server.served.length;
      await work();
      const lines = world.server.served
        .slice(before)
        .map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
      return lines.map((line) => line.replaceAll(/\/\w{32}/g, '/*'));
    };
    const [other, request] = [await made(), requestOf()];
    const asked = { idempotencyKey: request.idempotencyKey, amount: 15_000n };
    const told = [await since(() => world.provider.create(call(), request))];
    const refund = refundOf(asked.idempotencyKey, payCharge(world.books, idOf(asked.idempotencyKey), 0).endToEndId);
    told.push(await since(() => world.provider.get(call(), asked)));
    told.push(await since(() => world.provider.cancel(call(), other)));
    told.push(await since(() => world.provider.refund(call(), refund)));
    told.push(await since(() => world.provider.getRefund(call(), refund)));
    expect(told).toEqual([
      ['GET /v2/cob/*', 'PUT /v2/cob/*'],
      ['GET /v2/cob/*', 'GET /v2/pix', 'GET /v2/pix'],
      ['PATCH /v2/cob/*', 'GET /v2/cob/*'],
      ['PUT /v2/pix/*/devolucao/*'],
      ['GET /v2/pix/*/devolucao/*'],
    ]);
  });

  test('asks for one token an hour, and once more for a revoked one', async () => {
    const asked = await made();
    await world.provider.get(call(), asked);
    expect(servedBy('POST')).toHaveLength(1);
    world.server.revoke();
    mustSucceed(await world.provider.get(call(), asked));
    world.clock.advance(3_540_000);
    mustSucceed(await world.provider.get(call(), asked));
    expect(servedBy('POST')).toHaveLength(3);
  });

  test('reaches the bank with the certificate of its authority alone, and trusts no other bank', async () => {
    for (const presented of [
      { ...stranger, ca: identity.ca },
      { ...identity, ca: stranger.ca },
    ]) {
      const provider = createApiPixCharges(world.optionsWith(presented));
      expect(await provider.create(call(), requestOf())).toMatchObject({ kind: 'RETRYABLE' });
    }
    expect([world.books.charges.size, world.server.served]).toEqual([0, []]);
  });

  test('tells the health of the bank without a balance', async () => {
    expect(await readHealth(world.options, call())).toEqual({ balanceCents: null, tokens: null, error: null });
    await world.server.close();
    expect(await readHealth(world.options, call())).toMatchObject({ error: { code: 'TIMEOUT' } });
  });
});

test('takes callbacks from the bank alone, by its certificate at the proxy', async () => {
  const source = apiPixSource('pix', ['CN=bank,O=Banco de Teste']);
  const proxy = createServer({ ...proxyIdentity, requestCert: true, rejectUnauthorized: false }, (asked, answer) => {
    const socket = asked.socket as TLSSocket;
    const { CN, O } = socket.getPeerCertificate().subject;
    const headers = {
      'x-client-verify': socket.authorized ? 'SUCCESS' : 'FAILED',
      'x-client-subject': `CN=${CN},O=${O}`,
    };
    const isTaken = source.isAuthentic({ headers, body: Buffer.alloc(0), isFromProxy: true });
    asked.resume();
    answer.writeHead(isTaken ? 200 : 401).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(`https://127.0.0.1:${(proxy.address() as AddressInfo).port}/webhooks/bank/pix/pix`);
  const clock = manualClock();
  const times = { clock, deadlineMs: clock.now() + 10_000, notAfterMs: clock.now() + 10_000 };
  const callers = [bankIdentity, identity, { ...stranger, ca: identity.ca }].map((caller) =>
    exchange({ url, headers: {}, body: '{}', identity: caller, largestAnswerBytes: 1_000, ...times }),
  );
  expect(await Promise.all(callers)).toMatchObject([200, 401, 401].map((status) => ({ kind: 'ANSWERED', status })));
  await new Promise((resolve) => proxy.close(resolve));
});
