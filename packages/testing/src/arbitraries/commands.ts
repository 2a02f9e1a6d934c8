import fc from 'fast-check';
import type { CashoutCommand } from '../../../../aggregates/cashout/commands';
import type { ExpiryEvidence } from '../../../../aggregates/cashout/events';
import type { FinalDeposit } from '../../../../aggregates/deposit/events';
import type { LinkCommand } from '../../../../aggregates/link/link';
import type { PartnerCommand } from '../../../../aggregates/partner/partner';
import type { Outcome } from '../../../../aggregates/payout/commands';
import type { QuoteCommand } from '../../../../aggregates/quote/quote';
import type { UserCommand } from '../../../../aggregates/user/user';
import type { WatcherCommand } from '../../../../aggregates/watcher/watcher';
import type { WebhookCommand } from '../../../../aggregates/webhook/webhook';
import { intentCreated, movement, quoteIssued, time } from '../samples/sample-data';
import { event } from '../samples/sample-events';
import { assignment } from './deposit-commands';
import { at, many, one, reason } from './parts';

const partnerId = 'p1';
const mode = fc.constantFrom('live' as const, 'sandbox' as const);
const keyId = fc.integer({ min: 0, max: 24 }).map((number) => `key${number}`);

export const partnerCommands = many<PartnerCommand>(
  one({ type: 'OnboardPartner', partner: event('PartnerOnboarded').data }),
  fc.record({
    type: fc.constantFrom('SuspendPartner' as const, 'ReinstatePartner' as const, 'RevokePartner' as const),
    partnerId: fc.constant(partnerId),
    reason,
    now: at,
  }),
  keyId.map((id) => ({ type: 'IssueApiKey', key: event('ApiKeyIssued', { keyId: id }).data })),
  fc.tuple(keyId, at).map(([id, now]) => ({ type: 'RevokeApiKey', partnerId, keyId: id, now })),
  one({ type: 'IssueHmacSecret', secret: event('HmacSecretIssued').data }),
  one({ type: 'RotateWebhookSecret', secret: event('WebhookSecretRotated').data, overlapEndsAt: time(86_400) }),
  mode.map((ofMode) => ({
    type: 'RegisterDestination',
    destination: event('DestinationRegistered', { mode: ofMode }).data,
  })),
  fc.tuple(mode, at).map(([ofMode, now]) => ({ type: 'RemoveDestination', partnerId, mode: ofMode, now })),
  one({ type: 'ChangeTerms', terms: event('PartnerTermsChanged').data }),
);

const userId = 'u1';

export const userCommands = many<UserCommand>(
  one({ type: 'RegisterUser', user: event('UserRegistered').data }),
  fc.tuple(fc.constantFrom('0xb1', '0xb2'), at).map(([pubkey, now]) => ({
    type: 'LinkWallet',
    userId,
    wallet: { pubkey, blockchain: 'ethereum' },
    now,
  })),
  fc.tuple(fc.constantFrom('0xb1', '0xb2'), fc.nat(2), at).map(([pubkey, changes, now]) => ({
    type: 'ChangeWallet',
    userId,
    wallet: { pubkey, blockchain: 'ethereum' },
    changes,
    now,
  })),
  fc.tuple(fc.nat(2), at).map(([changes, now]) => ({
    type: 'ChangeExternalId',
    userId,
    externalUserId: event('ExternalIdChanged').data.after,
    changes,
    now,
  })),
  fc.record({
    type: fc.constant('ChangeKycStatus' as const),
    userId: fc.constant(userId),
    status: fc.constantFrom('PENDING' as const, 'SUBMITTED' as const, 'APPROVED' as const, 'REJECTED' as const),
    now: at,
  }),
  fc.record({
    type: fc.constantFrom(...(['BlockUser', 'UnblockUser', 'OpenPersonalData'] as const)),
    userId: fc.constant(userId),
    reason,
    now: at,
  }),
  fc.tuple(fc.constantFrom(...(['BlockUser', 'UnblockUser'] as const)), at).map(([type, now]) => ({
    ...{ type, userId, reason: 'to be erased', now },
    isForErasure: true as const,
  })),
  fc.tuple(fc.nat(2), at).map(([unblocks, now]) => ({ type: 'EraseUser', userId, unblocks, reason: 'asked', now })),
);

export const quoteCommands = many<QuoteCommand>(
  fc.constantFrom('1', '2').map((amountBaseUnits) => ({
    type: 'IssueQuote',
    terms: { ...quoteIssued, amountBaseUnits },
  })),
);

const network = 'ethereum';
const height = fc.integer({ min: 80, max: 120 }).map(String);
const assetId = fc.constantFrom(201, 202);

export const watcherCommands = many<WatcherCommand>(
  at.map((reached) => ({ type: 'ReachWatermark', watermark: event('WatermarkReached', { time: reached }).data })),
  fc.tuple(height, at).map(([from, now]) => {
    const { questionedAt, ...contradiction } = event('FinalityQuestioned', { height: from }).data;
    return { type: 'ReportContradiction', contradiction, now };
  }),
  at.map((now) => ({ type: 'ReaffirmFinality', network, now })),
  fc.tuple(height, reason, at).map(([fromHeight, why, now]) => ({
    ...{ type: 'AcceptFinality', network, fromHeight, reason: why, now },
  })),
  at.map((now) => ({ type: 'LoseDeposits', network, depositIds: ['ethereum:0xd1:0'], now })),
  fc.tuple(reason, at, fc.boolean()).map(([why, now, isUndecided]) => ({
    ...{ type: 'GiveUpDeposit', network, depositId: 'ethereum:0xd1:0', reason: why, now },
    undecided: isUndecided ? ['ethereum:0xd1:0'] : [],
  })),
  at.map((now) => ({ type: 'JudgeGivenUp', network, depositId: 'ethereum:0xd1:0', verdict: 'GONE', now })),
  fc.tuple(reason, at, height).map(([why, now, from]) => {
    const { reason: _reason, givenUpAt, network: _network, ...unread } = event('TransactionGivenUp').data;
    const inBlock = { ...unread, height: from, blockHash: `0xb${from}` };
    return { type: 'GiveUpTransaction', network, txid: unread.txid, unread: [inBlock], reason: why, now };
  }),
  fc.tuple(height, at).map(([from, now]) => {
    const { seenAt, ...gap } = event('GapSeen', { height: from }).data;
    return { type: 'ReportGap', gap, now };
  }),
  fc.tuple(height, reason, at).map(([toHeight, why, now]) => ({
    ...{ type: 'AcceptGap', network, toHeight, reason: why, now },
  })),
  fc.tuple(assetId, at).map(([halted, now]) => {
    const { haltedAt, ...shortage } = event('AssetHalted', { assetId: halted }).data;
    return { type: 'HaltAsset', shortage, now };
  }),
  fc.tuple(assetId, at).map(([halted, now]) => ({ type: 'ResumeAsset', network, assetId: halted, now })),
);

export const webhookCommands = many<WebhookCommand>(
  fc
    .constantFrom(
      event('WebhookDelivered'),
      event('WebhookDelivered', { status: 500 }),
      event('WebhookExhausted'),
      event('WebhookCancelled'),
    )
    .map((outcome) => ({ type: 'RecordOutcome', outcome })),
  one({ type: 'RequestTest', request: event('WebhookTestRequested').data }),
  fc.boolean().map((isUnsent) => ({ type: 'RequestReplay', request: event('WebhookReplayRequested').data, isUnsent })),
);

export const linkCommands = many<LinkCommand>(
  one({ type: 'CreateLink', link: event('LinkCreated').data }),
  fc.constantFrom('p1', 'p2').map((owner) => ({
    type: 'RemoveLink',
    link: event('LinkRemoved', { partnerId: owner }).data,
  })),
);

/** Deposits that pay exactly, too little, too much, or what no intent takes. */
const deposits = fc
  .record({
    depositId: fc.constantFrom('ethereum:0xd1:0', 'ethereum:0xd2:0'),
    amountBaseUnits: fc.constantFrom('25000000', '24999999', '26000000', '9'),
    network: fc.constantFrom('ethereum', 'ethereum', 'ethereum', 'polygon'),
    memos: fc.constantFrom(['lastro:cid1'], ['lastro:cid1'], ['lastro:cid1'], ['lastro:cid2'], []),
    movements: fc.constantFrom(1, 1, 1, 5),
  })
  .map((changes): FinalDeposit => ({ ...movement, ...changes }));

const seenAt = fc.option(at, { freq: 4 });
const evidence = fc.record<ExpiryEvidence>({
  watermark: seenAt,
  lookedAt: seenAt,
  holds: fc.constantFrom(0, 0, 0, 1),
  unread: fc.constantFrom(0, 0, 0, 1),
  graceSeconds: fc.constant(100),
  ceilingSeconds: fc.constant(400),
});

const settlement = fc
  .oneof({ weight: 5, arbitrary: fc.constant('15000') }, { weight: 1, arbitrary: fc.constant('15001') })
  .map((amountCents) => ({ providerId: 'sbx_1', amountCents, endToEndId: null, receiptUrl: null }));

const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  settlement.map((settled) => ({ kind: 'SETTLED' as const, ...settled })),
  fc.tuple(settlement, fc.constantFrom('15000', '4000', '15001', '0')).map(([settled, amountCents]) => ({
    ...{ kind: 'RETURNED' as const, amountCents, settlement: settled },
  })),
  fc.constant({ kind: 'UNKNOWN' as const, reason: 'TIMEOUT' }),
  fc.boolean().map((retryClass) => ({ kind: 'REJECTED' as const, code: 'OTHER', message: 'no', retryClass })),
);

/** Mostly the same, so that most is sent. */
const provider = fc.constantFrom('sandbox', 'sandbox', 'sandbox', 'another');

/** Often the same few, so that a command may name the time of another one. */
const moment = fc.oneof(fc.constantFrom(time(400), time(401), time(402)), at);

export const attemptDelaysMs = [30_000, 300_000];

const cashoutCommand = fc.oneof<fc.Arbitrary<CashoutCommand>[]>(
  at.map((createdAt) => ({ type: 'CreateIntent', intent: { ...intentCreated, createdAt } })),
  fc.record({ type: fc.constant('AcceptDeposit' as const), deposit: deposits, now: at }),
  fc.record({ type: fc.constant('AssignDeposit' as const), deposit: deposits, assignment, now: at }),
  fc.record({ type: fc.constant('Expire' as const), evidence, now: at }),
  fc.tuple(fc.option(provider), at).map(([name, now]) => ({
    ...{ type: 'RequestPayout', providerKeyOf: (attempt: number) => `key${attempt}`, provider: name, now },
  })),
  fc.tuple(fc.option(moment, { freq: 2 }), provider, moment).map(([unknownSince, name, now]) => ({
    type: 'DispatchPayout',
    provider: name,
    workerId: 'w1',
    now,
    notAfter: now,
    unknownSince,
  })),
  fc
    .tuple(fc.constantFrom('key1', 'key2', 'key3'), outcomes, fc.option(moment, { freq: 1 }), moment)
    .map(([providerKey, outcome, dispatchedAt, now]) => ({
      ...{ type: 'RecordOutcome', providerKey, outcome, dispatchedAt, attemptDelaysMs, now },
    })),
);

const PAID: readonly CashoutCommand[] = [
  { type: 'CreateIntent', intent: intentCreated },
  {
    type: 'AcceptDeposit',
    deposit: { ...movement, depositId: 'ethereum:0xd1:0', amountBaseUnits: '26000000' },
    now: time(80),
  },
];

const LOST: readonly CashoutCommand[] = [
  ...PAID,
  { type: 'RequestPayout', providerKeyOf: (attempt) => `key${attempt}`, provider: null, now: time(400) },
  {
    ...{ type: 'DispatchPayout', provider: 'sandbox', workerId: 'w1', unknownSince: null },
    ...{ now: time(400), notAfter: time(415) },
  },
  {
    ...{ type: 'RecordOutcome', providerKey: 'key1', outcome: { kind: 'UNKNOWN', reason: 'TIMEOUT' } },
    ...{ dispatchedAt: null, attemptDelaysMs, now: time(401) },
  },
];

/** Some begin with an intent that was paid, or whose payout was lost on its way, so that most of them get to the end. */
export const cashoutCommands: fc.Arbitrary<readonly CashoutCommand[]> = fc
  .tuple(fc.constantFrom([], PAID, PAID, LOST), fc.array(cashoutCommand, { maxLength: 40 }))
  .map(([opening, rest]) => [...opening, ...rest]);
