import fc from 'fast-check';
import type { CashoutCommand } from '../../../../aggregates/cashout/commands';
import type { ExpiryEvidence } from '../../../../aggregates/cashout/events';
import type { FinalDeposit } from '../../../../aggregates/deposit/events';
import type { LinkCommand } from '../../../../aggregates/link/link';
import type { PartnerCommand } from '../../../../aggregates/partner/partner';
import type { Outcome } from '../../../../aggregates/payout/commands';
import type { UserCommand } from '../../../../aggregates/user/user';
import type { WebhookCommand } from '../../../../aggregates/webhook/webhook';
import { intentCreated, movement, time } from '../samples/sample-data';
import { event } from '../samples/sample-events';
import { assignment } from './deposit-commands';
import { along, at, many, one, reason } from './parts';

const partnerId = 'p1';
const mode = fc.constantFrom('live' as const, 'sandbox' as const);
const keyId = fc.integer({ min: 0, max: 24 }).map((number) => `key${number}`);

const anyPartnerCommands = many<PartnerCommand>(
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

const LEFT: readonly PartnerCommand[] = [
  { type: 'OnboardPartner', partner: event('PartnerOnboarded').data },
  { type: 'IssueApiKey', key: event('ApiKeyIssued', { keyId: 'key1' }).data },
  { type: 'RevokeApiKey', partnerId, keyId: 'key1', now: time(100) },
  { type: 'RevokePartner', partnerId, reason: 'left', now: time(200) },
];

/** Some begin on the road of a partner that leaves. */
export const partnerCommands = along([LEFT], anyPartnerCommands);

const userId = 'u1';

const anyUserCommands = many<UserCommand>(
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

const ERASED: readonly UserCommand[] = [
  { type: 'RegisterUser', user: event('UserRegistered').data },
  { type: 'BlockUser', userId, reason: 'to be erased', isForErasure: true, now: time(100) },
  { type: 'EraseUser', userId, unblocks: 0, reason: 'asked', now: time(200) },
];

/** Some begin on the road of a user who is erased. */
export const userCommands = along([ERASED], anyUserCommands);

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

const keyOf = (attempt: number): string => `key${attempt}`;

const sentAt = (seconds: number): readonly CashoutCommand[] => [
  { type: 'RequestPayout', providerKeyOf: keyOf, provider: null, now: time(seconds) },
  {
    ...{ type: 'DispatchPayout', provider: 'sandbox', workerId: 'w1', unknownSince: null },
    ...{ now: time(seconds), notAfter: time(seconds + 15) },
  },
];

const answered = (attempt: number, seconds: number, outcome: Outcome): CashoutCommand => ({
  ...{ type: 'RecordOutcome', providerKey: keyOf(attempt), outcome, attemptDelaysMs },
  ...{ dispatchedAt: null, now: time(seconds) },
});

const REFUSED: Outcome = { kind: 'REJECTED', code: 'OTHER', message: 'no', retryClass: true };

const SENT: readonly CashoutCommand[] = [...PAID, ...sentAt(400)];
const LOST = [...SENT, answered(1, 401, { kind: 'UNKNOWN', reason: 'TIMEOUT' })];
const SENT_AGAIN = [...SENT, answered(1, 401, REFUSED), ...sentAt(450)];
const SETTLED = answered(2, 451, {
  ...{ kind: 'SETTLED', providerId: 'sbx_1', amountCents: '15000', endToEndId: null, receiptUrl: null },
});
const FAILED = answered(2, 451, { ...REFUSED, retryClass: false });

/** Many begin on the road of an intent that is paid, lost, settled or failed, so that most of them get to the end. */
export const cashoutCommands: fc.Arbitrary<readonly CashoutCommand[]> = along(
  [PAID, LOST, [...SENT_AGAIN, SETTLED], [...SENT_AGAIN, FAILED]],
  fc.array(cashoutCommand, { maxLength: 40 }),
);
