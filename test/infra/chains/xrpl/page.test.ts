import { hashes } from 'xrpl';
import type { Scanned } from '../../../../commands/ports/chains/chain-reader';
import fc, { runsAtCost } from '../../../properties';
import { MEMO, openWorld, payer, paymentOf, withMemos, type XrplWorld } from './scenario';

type Lie = XrplWorld['rippled']['lie'];
type Fields = Parameters<Lie>[1];

let world: XrplWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const A_MINUTE_MS = 60_000;
const FIRST = 103;
const head = (): number => world.rippled.ledgers.at(-1)!.index;
const pay = (drops = 5_000) => world.send(paymentOf({ Amount: drops.toString(), ...withMemos(MEMO) }));

const scan = async (from = FIRST, to = head(), resume: unknown = null): Promise<Scanned> => {
  const found = await world.reader.scan({ from: BigInt(from), to: BigInt(to), resume });
  if (found.outcome === 'GAP') throw new Error(found.reason);
  return found;
};

const txidsOf = ({ movements }: Pick<Scanned, 'movements'>) => movements.map(({ movement }) => movement.txid);

/** All by as many scans as it takes. */
const scanAll = async (): Promise<{ readonly txids: readonly string[]; readonly pages: number }> => {
  const txids: string[] = [];
  let [next, pages, resume]: [number, number, unknown] = [FIRST, 0, null];
  for (; next <= head(); pages += 1) {
    const found = await scan(next, head(), resume);
    txids.push(...txidsOf(found));
    next = Number(found.upTo.height) + 1;
    ({ resume } = found);
  }
  return { txids, pages };
};

const lieTo =
  (method: string, change: (result: Fields, params: Fields) => Fields): Lie =>
  (asked, result, params) =>
    asked === method ? { ...result, ...change(result, params) } : result;

const methodsSince = (start: number): readonly string[] =>
  world.rippled.requests.slice(start).map(({ body }) => (JSON.parse(body) as { readonly method: string }).method);

describe('A page of the XRP Ledger', () => {
  it('halves its range until the list is complete, and continues from there', async () => {
    const sent = [];
    for (let index = 0; index < 9; index += 1) sent.push(await pay());
    world.rippled.mostRows = 3;
    const { txids, pages } = await scanAll();
    expect(txids).toEqual(sent);
    expect(pages).toBeGreaterThan(2);
  });

  it('keeps its range while answers are more than half full', async () => {
    for (let index = 0; index < 16; index += 1) await pay();
    world.rippled.mostRows = 3;
    const start = world.rippled.requests.length;
    await scanAll();
    // For each receiver: 16, 8 and 4 hold too many; then two ledgers at a time.
    const lists = methodsSince(start).filter((method) => method === 'account_tx');
    expect(lists).toHaveLength(3 + 8 * 2);
  });

  it('follows a marker within one ledger', async () => {
    const { submit, closeLedgers } = world.rippled;
    const hashes = Array.from({ length: 7 }, (_, index) => {
      const signed = payer.sign(paymentOf({ Sequence: index + 1, ...withMemos(MEMO) }));
      submit(signed.tx_blob);
      return signed.hash.toLowerCase();
    });
    closeLedgers();
    world.rippled.mostRows = 2;
    expect((await scanAll()).txids).toEqual(hashes);
  });

  it('reports an inner Payment of a Batch, and not the outer one', async () => {
    const inner = { ...paymentOf(withMemos(MEMO)), Sequence: 2, Fee: '0', SigningPubKey: '', Flags: 0x4000_0000 };
    const RawTransactions = [inner, { ...inner, Destination: payer.address, Sequence: 3 }].map((RawTransaction) => ({
      RawTransaction,
    }));
    const batch = { TransactionType: 'Batch', Account: payer.address, Fee: '50', Flags: 0x0001_0000 } as const;
    const outer = await world.send({ ...batch, RawTransactions });
    const found = await scan();
    expect(txidsOf(found)).toEqual([hashes.hashSignedTx(inner).toLowerCase()]);
    expect([found.unread, txidsOf(found)]).toEqual([[], expect.not.arrayContaining([outer])]);
  });

  it('rejects a ledger whose list has no end, such as with the marker of another server', async () => {
    await pay();
    world.rippled.lie = lieTo('account_tx', () => ({ marker: { ledger: 7, seq: 7 } }));
    await expect(scan()).rejects.toThrow(`does not end its list of ledger ${FIRST}`);
  });

  it('ends before a transaction that is not validated', async () => {
    const [first, second] = [await pay(1), await pay(2)];
    const unvalidated = (rows: readonly Fields[]) =>
      rows.map((row) => (String(row['hash']).toLowerCase() === second ? { ...row, validated: false } : row));
    world.rippled.lie = lieTo('account_tx', ({ transactions }) => ({
      transactions: unvalidated(transactions as readonly Fields[]),
    }));
    const found = await scan();
    expect([txidsOf(found), found.upTo.height]).toEqual([[first], BigInt(FIRST)]);
    await expect(scan(FIRST + 1)).rejects.toThrow('is not validated');
  });

  it('knows no transaction that is not validated', async () => {
    const txid = await pay();
    const { movements } = await scan();
    world.rippled.lie = lieTo('tx', () => ({ validated: false }));
    const { judgements } = await world.reader.judge(movements.map(({ movement }) => movement));
    expect(judgements).toMatchObject([{ verdict: 'UNREADABLE', reason: expect.stringContaining(txid) }]);
  });

  it('stops at a hole in the complete ledgers, which is a gap after a minute', async () => {
    const txid = await pay();
    world.rippled.closeLedgers(6);
    world.rippled.lie = lieTo('server_info', ({ info }) => ({
      info: { ...(info as Fields), complete_ledgers: `${FIRST + 4}-${head()},100-${FIRST + 1}` },
    }));
    const found = await scan();
    expect([txidsOf(found), found.upTo.height]).toEqual([[txid], BigInt(FIRST + 1)]);
    const beyond = () => world.reader.scan({ from: BigInt(FIRST + 2), to: BigInt(head()), resume: null });
    await expect(beyond()).rejects.toThrow('does not have block');
    world.clock.advance(A_MINUTE_MS);
    expect(await beyond()).toMatchObject({ outcome: 'GAP', readableFrom: BigInt(FIRST + 4) });
  });

  it('trusts an answer only for the ledgers that it covers', async () => {
    const txid = await pay();
    world.rippled.closeLedgers(3);
    world.rippled.lie = lieTo('account_tx', () => ({ ledger_index_max: FIRST + 1 }));
    const found = await scan();
    expect([txidsOf(found), found.upTo.height]).toEqual([[txid], BigInt(FIRST + 1)]);
    world.rippled.lie = lieTo('account_tx', () => ({ ledger_index_min: FIRST + 1 }));
    await expect(scan()).rejects.toThrow(`answers from ledger ${FIRST + 1}`);
  });

  it('rejects rows of ledgers that were not asked for', async () => {
    await pay();
    await pay();
    world.rippled.lie = lieTo('account_tx', ({ transactions }, { ledger_index_max: last }) => ({
      transactions: (transactions as readonly Fields[]).map((row) => ({ ...row, ledger_index: Number(last) + 1 })),
    }));
    await expect(scan()).rejects.toThrow('was not asked for');
  });

  it('makes only the requests for the receivers’ lists in an idle scan', async () => {
    await pay();
    const heads = await world.reader.heads([]);
    const { upTo, resume } = await scan();
    world.rippled.closeLedgers();
    const start = world.rippled.requests.length;
    await world.reader.heads([{ height: upTo.height, hash: upTo.hash }]);
    await scan(head(), head(), resume);
    expect(heads).toMatchObject({ identity: '0' });
    expect(methodsSince(start)).toEqual(['server_info', 'ledger', 'ledger', 'account_tx', 'account_tx']);
  });
});

describe('Any answer of a server of the XRP Ledger', () => {
  const values = fc.oneof(fc.jsonValue(), fc.constantFrom(null, 0, '', 'validated', '1'.repeat(40), [], {}));

  it('ends in a row or a rejected call', async () => {
    const txid = await pay();
    const names = fc.constantFrom(
      'ledger_index_min',
      'transactions',
      'marker',
      'info',
      'ledger',
      'ledger_hash',
      'validated',
    );
    const changes = fc.dictionary(names, values, { maxKeys: 3 });
    const property = fc.asyncProperty(changes, async (change) => {
      world.rippled.lie = (_, result) => ({ ...result, ...change });
      const found = await scan().catch((error: unknown) => error);
      if (!(found instanceof Error)) expect([[], [txid]]).toContainEqual(txidsOf(found as Scanned));
      world.clock.advance(A_MINUTE_MS);
    });
    await fc.assert(property, { numRuns: runsAtCost(1) });
  });

  it('makes an unread row of a transaction that cannot be read', async () => {
    const txid = await pay();
    const change = fc.oneof(
      fc.record({ meta: values }),
      fc.record({
        meta: fc.record({
          TransactionResult: fc.constant('tesSUCCESS'),
          delivered_amount: values,
          AffectedNodes: values,
        }),
      }),
      fc.record({ tx_json: values }),
    );
    const property = fc.asyncProperty(change, async (given) => {
      world.rippled.lie = lieTo('account_tx', ({ transactions }) => ({
        transactions: (transactions as readonly Fields[]).map((row) => ({ ...row, ...given })),
      }));
      const { movements, unread, upTo } = await scan();
      expect(upTo.height).toBe(BigInt(FIRST));
      expect(unread.length + movements.length).toBeLessThanOrEqual(1);
      for (const one of [...unread, ...movements.map(({ movement }) => movement)]) expect(one.txid).toBe(txid);
    });
    await fc.assert(property, { numRuns: runsAtCost(1) });
  });
});
