import { encodeBase58 } from '../../../../infra/chains/encodings/base58';
import type { Entry, Executed } from '../../../fixtures/solana/chain';
import { MEMO } from '../../../fixtures/solana/scenario';
import { memo } from '../../../fixtures/solana/tokens';
import { legacy, oversized, version0, version1 } from '../../../fixtures/solana/wire';
import { type Crop, coin, cropOf, run, textOf, world } from './verdict-world';

const { ledger, payer } = world;

describe('A Solana transaction', () => {
  const withMeta = ({ executed }: Entry, meta: object): Executed => ({
    ...executed,
    meta: { ...executed.meta, ...meta },
  });
  const wireOf = ({ executed }: Entry): Buffer => Buffer.from(executed.transaction[0], 'base64');
  const withWire = ({ executed }: Entry, wire: Uint8Array): Executed => ({
    ...executed,
    transaction: [Buffer.from(wire).toString('base64'), 'base64'],
  });

  test('takes no memo from a call by a program or from the logs', () => {
    const entry = run(legacy, [coin(5_000)]);
    const inner = [{ index: 0, instructions: [{ programIdIndex: 2, accounts: [], data: MEMO }] }];
    const crop = cropOf(entry, withMeta(entry, { innerInstructions: inner, logMessages: [`Program log: ${MEMO}`] }));
    expect(crop).toMatchObject({ movements: [{ memos: [], amountBaseUnits: '5000' }] });
  });

  test.each([
    ['legacy', legacy],
    ['version 0', version0],
    ['version 1', version1],
  ])('is a contradiction when one byte of a memo differs: %s', (_, make) => {
    const entry = run(make, [coin(5_000), memo(`${MEMO}x`)]);
    const wire = wireOf(entry);
    wire[wire.indexOf(MEMO) + MEMO.length] = 'y'.charCodeAt(0);
    expect(cropOf(entry, withWire(entry, wire))).toMatchObject({ isContradiction: true, memos: null });
    expect(cropOf(entry)).toMatchObject({ movements: [{ memos: [`${MEMO}x`] }] });
  });

  test('is a contradiction when its bytes or its slot belong to another transaction', () => {
    const [entry, another] = [run(legacy, [coin(5_000)]), run(legacy, [coin(6_000)])];
    expect(cropOf(entry, withWire(entry, wireOf(another)))).toMatchObject({ isContradiction: true });
    expect(cropOf(entry, { ...entry.executed, slot: 7 })).toMatchObject({ isContradiction: true });
  });

  test('is unread with its memos when its effects are missing, and never paid', () => {
    const entry = run(legacy, [coin(5_000), memo(MEMO)]);
    for (const answer of [
      { ...entry.executed, meta: null },
      { ...entry.executed, blockTime: null },
    ]) {
      expect(cropOf(entry, answer)).toMatchObject({
        isContradiction: false,
        memos: [MEMO],
        reason: expect.any(String),
      });
    }
  });

  test('is our own transfer when one of our accounts pays the fee', () => {
    const entry = run(legacy, [coin(5_000, world.wallet.publicKey, world.friend.publicKey)], [world.friend]);
    const [sender, feePayer] = [textOf(world.friend), textOf(payer)];
    expect(cropOf(entry, entry.executed, new Set([feePayer]))).toMatchObject({ movements: [{ sender, isOwn: true }] });
    expect(cropOf(entry)).toMatchObject({ movements: [{ sender }] });
  });

  test('has no memo when its text is no UTF-8', () => {
    const honest = run(legacy, [coin(5_000), memo(MEMO)]);
    const wire = legacy(ledger, [payer], [coin(5_000), memo(Buffer.concat([Buffer.from(MEMO), Buffer.from([0xff])]))]);
    const { signature } = ledger.execute(wire);
    expect(cropOf({ ...honest, signature }, withWire(honest, wire))).toMatchObject({ movements: [{ memos: [] }] });
  });

  test('is read with 500 instructions, and unread with a memo of 100 kB', () => {
    const honest = run(legacy, [coin(5_000), memo(MEMO)]);
    const answer = (wire: Uint8Array): Crop =>
      cropOf({ ...honest, signature: encodeBase58(wire.subarray(1, 65)) }, withWire(honest, wire));
    const many = oversized(ledger, [payer], [coin(5_000), memo(MEMO), ...Array.from({ length: 500 }, () => memo(''))]);
    expect(answer(many)).toMatchObject({ movements: [{ amountBaseUnits: '5000', unsupported: null, memos: [MEMO] }] });
    const long = Buffer.concat([wireOf(honest), Buffer.alloc(100_000)]);
    expect(answer(long)).toMatchObject({ reason: expect.stringContaining('more than 4096 bytes') });
  });

  test('has exact lamports beyond 2^53', () => {
    const entry = run(legacy, [coin(5_000), memo(MEMO)]);
    const balances = { preBalances: ['18446744073709540000', '9007199254740993', 1, 1] };
    const after = { postBalances: ['18446744073709530000', '9007199254745993', 1, 1] };
    const crop = cropOf(entry, withMeta(entry, { ...balances, ...after }));
    expect(crop).toMatchObject({ movements: [{ amountBaseUnits: '5000', unsupported: null }] });
  });
});
