import type { SeenMovement } from '../../../aggregates/chain';
import { obstaclesBetween, type PayableIntent, refusalOf } from '../../../aggregates/deposit/matching';
import { MOST_CANDIDATES, type PossibleIntent, rankCandidates } from '../../../aggregates/deposit/ranking';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';

const open: PossibleIntent = { ...intentCreated, status: 'PENDING', isOfSender: false, isOfWallet: false };
const nameless: SeenMovement = { ...movement, memos: [] };
const possible = (intentId: string, facts: Partial<PossibleIntent> = {}): PossibleIntent => ({
  ...open,
  ...{ intentId, memo: `lastro:${intentId}` },
  ...facts,
});
const ranked = (paid: Partial<SeenMovement>, ...intents: readonly PossibleIntent[]) =>
  rankCandidates({ ...nameless, ...paid }, intents);
const ids = (paid: Partial<SeenMovement>, ...intents: readonly PossibleIntent[]) =>
  ranked(paid, ...intents).map(({ intentId }) => intentId);

const LIKELIER: readonly (readonly [string, Partial<PossibleIntent>, Partial<PossibleIntent>])[] = [
  ['a named intent before an equal amount', { memo: 'lastro:cid1', amountBaseUnits: '99000000' }, {}],
  ['an equal amount before a covered one', {}, { amountBaseUnits: '1', isOfSender: true, isOfWallet: true }],
  ['an earlier sender before a wallet', { isOfSender: true }, { isOfWallet: true }],
  ['a wallet before an open intent', { isOfWallet: true, status: 'EXPIRED' }, {}],
  ['an open intent before one that has ended', { expiresAt: time(30) }, { status: 'EXPIRED' }],
  ['an intent within its window before one that was late', {}, { expiresAt: time(20) }],
  ['the nearer of two late intents', { expiresAt: time(20) }, { createdAt: time(-900), expiresAt: time(-60) }],
];

test.each(LIKELIER)('ranks %s', (_what, first, second) => {
  // The id and the row of the second intent come first.
  const intents = [possible('a', second), possible('b', first)];
  expect(ids({ memos: ['lastro:cid1'] }, ...intents)).toEqual(['b', 'a']);
});

test.each<[string, Partial<PossibleIntent>]>([
  ['another network', { network: 'polygon' }],
  ['another asset', { assetId: 202 }],
  ['another mode', { mode: 'live' }],
  ['more than was paid', { amountBaseUnits: '25000001' }],
  ['a paid intent', { status: 'ACCEPTED' }],
  ['an intent whose stream was lost', { status: 'CLOSED' }],
])('leaves out %s unless a memo names it', (_what, facts) => {
  const intent = possible('other', facts);
  expect(ids({ mode: 'sandbox' }, intent)).toEqual([]);
  expect(ids({ mode: 'sandbox', memos: [intent.memo] }, intent)).toEqual(['other']);
});

test('ranks an intent whose memo is inside the call between a memo and an equal amount', () => {
  const [inside, named] = [possible('inside', { amountBaseUnits: '99000000' }), possible('named')];
  const paid = { memos: ['lastro:named'], mentions: ['lastro:inside'], unsupported: 'NOT_A_DIRECT_TRANSFER' };
  expect(ids(paid, possible('equal'), inside, named)).toEqual(['named', 'inside', 'equal']);
  const [candidate] = ranked({ ...paid, memos: [], amountBaseUnits: '99000000' }, inside);
  expect(candidate).toMatchObject({
    ...{ because: ['MENTIONED', 'EQUAL_AMOUNT', 'IN_TIME'], refusal: null },
    setAside: ['MEMO', 'UNSUPPORTED_TRANSFER'],
  });
});

test('lists no candidate for our own transfer', () => {
  expect(ids({ isOwn: true, memos: [open.memo] }, open)).toEqual([]);
});

test('lists ten candidates at most', () => {
  const many = Array.from({ length: 12 }, (_, index) => possible(`id-${10 + index}`));
  expect(ids({}, ...many)).toEqual(many.slice(0, MOST_CANDIDATES).map(({ intentId }) => intentId));
});

test('names the reasons of a candidate, the clauses of an assignment and the refusal', () => {
  const [late] = ranked({ blockTime: time(9_999) }, possible('a', { isOfWallet: true, receiver: '0xab' }));
  expect(late).toEqual({
    ...{ intentId: 'a', status: 'PENDING', amountBaseUnits: '25000000', expiresAt: open.expiresAt },
    ...{ because: ['EQUAL_AMOUNT', 'WALLET'], refusal: null, setAside: ['MEMO', 'RECEIVER', 'BLOCK_TIME'] },
  });
  const [ended] = ranked({}, possible('a', { status: 'EXPIRED' }));
  expect(ended).toMatchObject({ because: ['EQUAL_AMOUNT', 'IN_TIME'], refusal: 'INTENT_CLOSED', setAside: ['MEMO'] });
});

describe('the clauses between a deposit and an intent', () => {
  const intent: PayableIntent = open;
  const PAID: readonly Partial<SeenMovement>[] = [
    {},
    { memos: [] },
    { memos: ['lastro:cid2'], movements: 2 },
    { unsupported: 'router', blockTime: time(9_999) },
    { receiver: '0xab' },
  ];
  test.each(PAID)('sets aside exactly the needed clauses: %j', (changes) => {
    const paid = { ...movement, ...changes };
    const { refusal, setAside } = obstaclesBetween(paid, intent);
    expect([refusal, refusalOf(paid, intent, setAside)]).toEqual([null, null]);
    for (const one of setAside)
      expect(
        refusalOf(
          paid,
          intent,
          setAside.filter((other) => other !== one),
        ),
      ).not.toBeNull();
  });

  test.each<[string, Partial<SeenMovement>, Partial<PayableIntent>]>([
    ['OWN_TRANSFER', { isOwn: true }, {}],
    ['WRONG_NETWORK', { network: 'polygon' }, {}],
    ['WRONG_NETWORK', { mode: 'live' }, { mode: 'sandbox' }],
    ['WRONG_ASSET', { assetId: 202 }, {}],
    ['UNDERPAID', { amountBaseUnits: '1' }, {}],
    ['DUPLICATE', {}, { status: 'ACCEPTED' }],
    ['INTENT_CLOSED', {}, { status: 'EXPIRED' }],
  ])('never sets aside %s: %j', (reason, paid, facts) => {
    expect(obstaclesBetween({ ...nameless, ...paid }, { ...intent, ...facts }).refusal).toBe(reason);
  });
});
