import { Memo, Operation, xdr } from '@stellar/stellar-sdk';
import type { Crop } from '../../../../infra/chains/closed/node';
import { closedWatchOf } from '../../../../infra/chains/closed/watch';
import { readEnvelope } from '../../../../infra/chains/stellar/envelope';
import { hashedMemo } from '../../../../infra/chains/stellar/memo';
import { BY_CONTRACT, movementsIn } from '../../../../infra/chains/stellar/verdicts';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import fc from '../../../properties';
import recorded from './recorded.json';
import { built, openWorld, optionsFor, receiver, type StellarWorld, TOLD_MEMO, usdc } from './scenario';
import { contractTransfer, pay } from './verdict-rows';

type Json = Readonly<Record<string, unknown>>;

let world: StellarWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => {
  world.horizon.lie = () => undefined;
});
afterAll(() => world.close());

/** Changes the answer of each list of payments about each operation. */
const changing = (change: (record: Json & { readonly transaction: Json }) => unknown): void => {
  world.horizon.lie = (path, body) => {
    if (!path.includes('/payments?')) return undefined;
    const { records } = (body as { _embedded: { records: (Json & { transaction: Json })[] } })._embedded;
    return { _embedded: { records: records.map(change) } };
  };
};
const changingTransaction = (more: Json): void =>
  changing((record) => ({ ...record, transaction: { ...record.transaction, ...more } }));

const cropOf = async (): Promise<Crop | undefined> => (await world.page()).told[0]?.crop;

describe('The recorded answer of a public Horizon', () => {
  const watch = closedWatchOf(optionsFor({ clock: manualClock() }, []));

  test.each(recorded.operations)('about an operation $type is read by the arrived amount', (one) => {
    const fields: Json = one.record;
    const operation = { id: BigInt(one.record.id), fields, merged: '0.0000015' };
    const found = movementsIn([operation], { ...watch, receivers: [one.receiver] });
    expect(found).toMatchObject([
      { receiver: one.receiver, amount: BigInt(one.stroops), sender: fields['source_account'] },
    ]);
    expect(movementsIn([operation], watch)).toEqual([]);
  });

  test.each(recorded.envelopes)('about $title has the hash of its envelope', (told) => {
    const { passphrase, hash, innerHash, memo, envelope } = told;
    const memos = memo === null ? [] : [hashedMemo(Buffer.from(memo, 'base64'))];
    expect(readEnvelope(envelope, passphrase)).toEqual({ hash, innerHash, memos });
    expect(readEnvelope(envelope, 'Another Network').hash).not.toBe(hash);
  });
});

describe("A node's answer about a transaction", () => {
  beforeEach(() => world.ledger.close([built([pay('1')]).toXDR()]));

  it('has the memo of the envelope, not of the record', async () => {
    changingTransaction({ memo: Buffer.alloc(32, 7).toString('base64') });
    expect(await cropOf()).toMatchObject({ movements: [{ memos: [TOLD_MEMO] }] });
  });

  it('has no memo when the envelope returns a payment and the record differs', async () => {
    world.ledger.close([built([pay('1')], Memo.return(TOLD_MEMO.slice('sha256:'.length))).toXDR()]);
    changingTransaction({ memo_type: 'hash' });
    expect(await cropOf()).toMatchObject({ movements: [{ memos: [] }] });
  });

  it('is a contradiction when the envelope or the record belongs to another transaction', async () => {
    changingTransaction({ envelope_xdr: built([pay('1')]).toXDR() });
    expect(await cropOf()).toMatchObject({ isContradiction: true, memos: [TOLD_MEMO] });
    changingTransaction({ hash: '0'.repeat(64) });
    expect(await cropOf()).toMatchObject({ isContradiction: true });
    changingTransaction({ ledger: 7 });
    expect(await cropOf()).toMatchObject({ isContradiction: true });
    changingTransaction({ fee_bump_transaction: { hash: '0'.repeat(64) } });
    expect(await cropOf()).toMatchObject({ isContradiction: true });
  });

  test.each<[string, Json]>([
    ['has no time', { created_at: null }],
    ['has a time that is none', { created_at: '2026-99-20T12:00:00Z' }],
    ['has an envelope that cannot be decoded', { envelope_xdr: 'AAAA' }],
    ['has no envelope', { envelope_xdr: null }],
  ])('is unread with its memos when it %s', async (_, more) => {
    changingTransaction(more);
    expect(await cropOf()).toMatchObject({ memos: [TOLD_MEMO], isContradiction: false, reason: expect.any(String) });
  });

  test.each([
    '1'.repeat(40),
    `${'1'.repeat(40)}.0000000`,
    '922337203685.4775808',
    '1e3',
    '-1.0000000',
    null,
    1,
    '1.00000001',
  ])('is unread when its amount is %p', async (amount) => {
    changing((record) => ({ ...record, amount }));
    expect(await cropOf()).toMatchObject({ memos: [TOLD_MEMO], reason: expect.stringContaining('amount') });
  });

  it('is unread without memos when its transaction is missing', async () => {
    changing((record) => ({ ...record, transaction: null }));
    expect(await cropOf()).toMatchObject({ memos: null, reason: expect.stringContaining('transaction') });
  });

  it('is unread when a merge has no effect', async () => {
    world.ledger.close([built([Operation.accountMerge({ destination: receiver })]).toXDR()]);
    world.horizon.lie = (path) => (path.includes('/effects') ? { _embedded: { records: [] } } : undefined);
    expect(await cropOf()).toMatchObject({ memos: [TOLD_MEMO], reason: expect.stringContaining('amount') });
  });
});

/** The envelope with credentials of a kind that the SDK does not know. */
const ofLaterProtocol = (): { readonly known: string; readonly later: string } => {
  const call = contractTransfer(usdc, 250n);
  const invoked = call.body().invokeHostFunctionOp().hostFunction().invokeContract();
  const entry = new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(invoked),
      subInvocations: [],
    }),
  });
  call.body().invokeHostFunctionOp().auth([entry]);
  const known = built([call]).toXDR();
  const bytes = Buffer.from(known, 'base64');
  bytes.writeUInt32BE(9, bytes.indexOf(entry.toXDR()));
  return { known, later: bytes.toString('base64') };
};

test('A contract call of a later protocol is recorded from the record, as unsupported', async () => {
  const { known, later } = ofLaterProtocol();
  const txid = world.ledger.close([known]);
  expect(() => readEnvelope(later, 'Test SDF Network ; September 2015')).toThrow('unknown');
  changingTransaction({ envelope_xdr: later });
  expect((await world.page()).told).toMatchObject([
    { txid, crop: { movements: [{ txid, unsupported: BY_CONTRACT, memos: [TOLD_MEMO], amountBaseUnits: '250' }] } },
  ]);
});

describe('Any answer of a Horizon', () => {
  const json = fc.oneof(fc.jsonValue(), fc.constant(null), fc.string(), fc.constant('1'.repeat(40)), fc.double());
  const paths = ['/', '/ledgers/', '/payments', '/transactions/', '/effects', '/accounts/'];
  const page = fc.array(json).map((records) => ({ _embedded: { records } }));

  it('makes a page or a rejected call', async () => {
    const txid = world.ledger.close([built([pay('1')]).toXDR()]);
    const { node, ledger } = world;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.oneof(json, page), async (part, body) => {
        world.horizon.lie = (path) => (path.includes(part) ? body : undefined);
        const receivers = [...ledger.accounts.keys()];
        const asked = [() => world.page(), () => node.transaction(txid), node.identity, node.head];
        for (const ask of [...asked, () => node.hashAt(ledger.height), () => node.receivers(receivers)]) {
          const error = await ask().then(
            () => null,
            (reason: unknown) => reason,
          );
          expect(error === null || error instanceof Error).toBe(true);
          expect(error).not.toBeInstanceOf(TypeError);
          expect(error).not.toBeInstanceOf(RangeError);
          expect(error).not.toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });

  it('about an operation or its transaction makes a row with whole amounts', async () => {
    world.ledger.close([built([pay('1')]).toXDR()]);
    const operation = fc.record(
      { type: json, to: json, amount: json, asset_type: json, from_muxed_id: json, source_account: json },
      { requiredKeys: [] },
    );
    const transaction = fc.record(
      { envelope_xdr: json, memo: json, memo_type: json, created_at: json, successful: json, ledger: json, hash: json },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(operation, transaction, async (more, other) => {
        changing((record) => ({ ...record, ...more, transaction: { ...record.transaction, ...other } }));
        const { told } = await world.page();
        expect(told).toHaveLength(1);
        const { crop } = told[0]!;
        const amounts = 'movements' in crop ? crop.movements.map(({ amountBaseUnits }) => amountBaseUnits) : [];
        expect(amounts.filter((amount) => !/^\d+$/.test(amount))).toEqual([]);
      }),
    );
  });
});
