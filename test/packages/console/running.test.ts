import { Access } from '../../../packages/console/operators/access/access-page';
import { Exports } from '../../../packages/console/operators/access/exports';
import { Operators, Sessions } from '../../../packages/console/operators/access/operators-page';
import { Networks } from '../../../packages/console/operators/networks/networks-page';
import { PartnerView } from '../../../packages/console/operators/partners/partner-page';
import { Partners } from '../../../packages/console/operators/partners/partners-page';
import { CountedWebhooks } from '../../../packages/console/operators/partners/replay';
import { owedOf } from '../../../packages/console/operators/payments/decisions/owed';
import { FoundUsers } from '../../../packages/console/operators/people/personal-search';
import { UserView } from '../../../packages/console/operators/people/user-page';
import { Users } from '../../../packages/console/operators/people/users-page';
import { Projections } from '../../../packages/console/operators/projections/projections-page';
import type {
  OpsNetwork,
  OpsProjection,
  OpsRebuildJob,
  OpsShownPartner,
  OpsShownUser,
} from '../../../packages/console/wire';
import { drawn, textIn } from './drawn';
import { ether, event, payment, payout, time } from './sample-page';

const HOSTILE = `<img src=x onerror=alert(1)>\u202Egnp\u200B${'A'.repeat(100_000)}`;

const onReload = () => undefined;

const expectBounded = (html: string, most: number): void => {
  expect(html).not.toMatch(/<img|[\u202E\u200B]/);
  expect(html.length).toBeLessThan(most);
};

const network: OpsNetwork = {
  ...{ network: 'ethereum', isConfigured: true, mode: 'live', cursor: '120', final: '100', lookedAt: time(1) },
  ...{ questions: [], unread: 0, unreadSince: null, givenUp: [] },
};

describe('networks', () => {
  const textOf = (of: Partial<OpsNetwork>, permissions?: ('operate' | 'administer')[]) =>
    textIn(drawn(Networks, { of: [{ ...network, ...of }], onReload }, 'en', permissions));
  const gap = { kind: 'GAP', says: 'blocks 5 to 9', items: [] } as const;

  test('show the place of the watcher, and each question with its decision', () => {
    expect(textOf({})).toContain('followed');
    const undecided = { kind: 'UNDECIDED' as const, says: null, items: [{ id: 'd1', reason: 'no clock' }] };
    const text = textOf({ questions: [{ ...gap, items: [] }, undecided], unread: 2, unreadSince: time(2) });
    for (const shown of ['in question', 'blocks 5 to 9', 'Skip the gap', 'no clock', 'Give the deposit up'])
      expect(text).toContain(shown);
    expect(text).toContain('2 transactions could not be read');
    expect(textOf({ cursor: null, isConfigured: false })).toContain('not in NETWORKS_FILE');
  });

  test('offer the gap to an admin alone, and no decision to a role that only reads', () => {
    expect(textOf({ questions: [{ ...gap, items: [] }] }, ['operate'])).not.toContain('Skip the gap');
    expect(textOf({ unread: 1 }, [])).not.toContain('Give a transaction up');
    expectBounded(
      drawn(Networks, {
        of: [{ ...network, network: HOSTILE, questions: [{ ...gap, says: HOSTILE, items: [] }] }],
        onReload,
      }),
      4_000,
    );
  });
});

const user: OpsShownUser = {
  ...{ userId: 'user1', partnerId: 'p1', partnerName: 'Loja', mode: 'sandbox', kycStatus: 'APPROVED' },
  ...{ wallet: { network: 'ethereum', address: '0xaa' }, hasExternalId: true, isErased: false, createdAt: time(1) },
  sessions: [
    {
      sessionId: 's1',
      status: 'IN_REVIEW',
      provider: 'idwall',
      rejectionReason: null,
      createdAt: time(1),
      updatedAt: time(2),
    },
  ],
  events: [event(1, { type: 'UserBlocked', actor: { kind: 'operator', id: 'bia' }, reason: HOSTILE })],
  knownTo: '900',
};

describe('user', () => {
  const textOf = (of: Partial<OpsShownUser>, permissions?: ('open' | 'operate' | 'administer')[]) =>
    textIn(drawn(UserView, { of: { ...user, ...of }, onReload }, 'en', permissions));

  test('is shown with wallet, sessions and events', () => {
    const text = textOf({});
    for (const shown of ['Approved', '0xaa', 'In review', 'idwall', 'Block the user', 'Erase the user', 'sealed'])
      expect(text).toContain(shown);
    expectBounded(drawn(UserView, { of: user, onReload }), 12_000);
    expect(textOf({ kycStatus: 'BLOCKED' })).toContain('Unblock the user');
  });

  test('is blocked, erased and opened as the role may, and not after its erasure', () => {
    expect(textOf({}, ['operate'])).not.toContain('Erase the user');
    expect(textOf({}, ['administer'])).not.toContain('Block the user');
    expect(textOf({ isErased: true })).not.toMatch(/Block the user|Open personal data|Set the KYC status/);
  });

  test('is shown in a list, and in the answer to a search by a document', () => {
    const list = { rows: [{ ...user, wallet: { network: HOSTILE, address: HOSTILE } }], nextCursor: 'user1' };
    const html = drawn(Users, { of: list, filters: { partner: 'p1' } });
    expectBounded(html, 5_000);
    expect(html).toContain('/console/users?partner=p1&amp;cursor=user1');
    expect(textIn(drawn(Users, { of: { rows: [], nextCursor: null }, filters: {} }))).toContain('no users');
    const hit = { userId: 'user1', partnerId: 'p1', partnerName: HOSTILE, mode: 'live', since: time(1) };
    expectBounded(drawn(FoundUsers, { of: { hits: [hit] }, onClose: onReload }), 3_000);
    expect(textIn(drawn(FoundUsers, { of: { hits: [] }, onClose: onReload }))).toContain('No user has this');
  });
});

const partner: OpsShownPartner = {
  ...{ partnerId: 'p1', name: 'Loja', status: 'ACTIVE', onboardedAt: time(1) },
  terms: {
    ...{ ipAllowlist: [], features: { 'pegged-withdraw': true, other: false }, feeMarkupBasisPoints: 50 },
    ...{ requestsPerMinute: null, cashinDelivery: 'PLATFORM', cashinPixKey: null },
  },
  modes: [
    {
      mode: 'live',
      keys: [
        {
          ...{ keyId: 'k1', name: 'main', prefix: 'lk_live', last4: 'abcd', status: 'ACTIVE' },
          ...{ createdAt: time(1), revokedAt: null },
        },
      ],
      destination: { url: 'https://loja.example/hook', events: ['cashout.completed'] },
    },
  ],
};

describe('partner', () => {
  test('is shown with terms, keys and destinations, and changed by an admin alone', () => {
    const text = textIn(drawn(PartnerView, { of: partner, onReload }));
    for (const shown of ['pegged-withdraw', 'lk_live…abcd', 'https://loja.example/hook', 'Suspend', 'Revoke the key'])
      expect(text).toContain(shown);
    const read = textIn(drawn(PartnerView, { of: partner, onReload }, 'en', ['operate']));
    expect(read).not.toMatch(/Suspend|Revoke/);
    const suspended = textIn(drawn(PartnerView, { of: { ...partner, status: 'SUSPENDED' }, onReload }));
    expect(suspended).toContain('Reinstate');
    expectBounded(drawn(PartnerView, { of: { ...partner, name: HOSTILE }, onReload }), 8_000);
    expectBounded(drawn(Partners, { of: { rows: [{ ...partner, name: HOSTILE }], nextCursor: null } }), 3_000);
  });
});

const job: OpsRebuildJob = {
  ...{ state: 'BLOCKED', operatorName: 'ana', startedAt: time(1), progress: null, digest: 'ab', error: null },
  differences: [{ table: 'payments', key: 'p1', column: 'status', live: HOSTILE, rebuilt: null }],
};

describe('projection', () => {
  const projection: OpsProjection = { name: 'payments', position: '90', isBehind: false, parked: [], job: null };
  const htmlOf = (of: Partial<OpsProjection>, permissions?: ('operate' | 'administer')[]) =>
    drawn(Projections, { of: { head: '90', projections: [{ ...projection, ...of }] }, onReload }, 'en', permissions);

  test('shows its place, parked streams with their errors, and their repair', () => {
    expect(textIn(htmlOf({}))).toContain('current');
    const parked = [{ stream: 'user-1', since: time(1), error: HOSTILE }];
    const html = htmlOf({ parked });
    expectBounded(html, 4_000);
    for (const shown of ['1 parked stream', 'user-1', 'Replay parked streams', 'Rebuild'])
      expect(textIn(html)).toContain(shown);
    expect(textIn(htmlOf({ parked }, ['operate']))).not.toContain('Replay');
    expect(textIn(htmlOf({ isBehind: true }))).toContain('behind');
  });

  test('shows rows that differ side by side, which an admin accepts', () => {
    const html = htmlOf({ job });
    expectBounded(html, 5_000);
    for (const shown of ['Rows differ', 'payments p1', 'status', 'not there', 'Accept the differences'])
      expect(textIn(html)).toContain(shown);
    expect(textIn(htmlOf({ job }, ['operate']))).not.toContain('Accept');
  });

  test('shows the progress of a rebuild, which can be cancelled', () => {
    const progress = { phase: 'reading' as const, events: 1_234, eventsPerSecond: 500, etaMs: 4_200 };
    const text = textIn(htmlOf({ job: { ...job, state: 'RUNNING', progress, differences: [] } }));
    for (const shown of ['1,234 events, 500 per second', 'about 5 s left', 'Cancel the rebuild'])
      expect(text).toContain(shown);
    expect(text).not.toMatch(/ Rebuild$/);
  });
});

test('offers the revocation of operators and the end of sessions as the role may', () => {
  const operator = { name: 'eva', role: 'viewer', status: 'ACTIVE', addedAt: time(1), addedBy: HOSTILE } as const;
  const html = drawn(Operators, { of: [operator], onReload });
  expectBounded(html, 3_000);
  expect(textIn(html)).toContain('Revoke');
  expect(textIn(drawn(Operators, { of: [operator], onReload }, 'en', ['operate']))).not.toContain('Revoke');
  const session = {
    ...{ sessionId: 's1', operatorName: 'eva', startedAt: time(1), usedAt: time(2), address: '10.0.0.1' },
    ...{ browser: HOSTILE, isCurrent: false },
  };
  const sessions = drawn(Sessions, { of: [session, { ...session, sessionId: 's2', isCurrent: true }], onReload });
  expectBounded(sessions, 6_000);
  expect(textIn(sessions)).toContain('this session');
});

test('shows who opened which personal data, and why', () => {
  const opened = event(1, {
    ...{ type: 'PersonalDataOpened', actor: { kind: 'operator', id: 'bia' }, reason: HOSTILE },
    data: { userId: 'user1', fields: ['payee'], intentId: 'p1' },
  });
  const html = drawn(Access, { of: { rows: [opened], nextCursor: 'event1' }, filters: { operator: 'bia' } });
  expectBounded(html, 4_000);
  expect(textIn(html)).toContain('Personal data was opened: payee.');
  expect(html).toContain('/console/payments/p1');
  expect(html).toContain('/console/access?operator=bia&amp;cursor=event1');
});

test('offers a replay of webhooks after their count alone', () => {
  const filter = { partner: 'p1', mode: 'live', state: 'EXHAUSTED' } as const;
  const textFor = (count: number, isMore = false) =>
    textIn(drawn(CountedWebhooks, { of: { count, isMore, filter }, onDone: onReload }));
  expect(textFor(0)).not.toContain('Send them again');
  expect(textFor(2)).toContain('2 webhooks. Send them again');
  expect(textFor(500, true)).toContain('500 webhooks, the oldest; choose other dates for the others.');
});

test('offers an auditor both exports, with a reason', () => {
  const html = drawn(Exports, { onDone: onReload });
  expect(textIn(html)).toContain('Export events');
  expect(textIn(html)).toContain('Export payments');
});

test('counts a refund as owed until its transfers have returned it', () => {
  const refund = { owed: ether('100'), to: '0xaa', reason: 'PAYOUT_FAILED', dueAt: time(1) };
  const transfer = { ...payout, what: 'REFUND_TRANSFER' as const, amount: ether('60') };
  expect(owedOf({ refund, moneyOut: [payout, transfer] })).toBe('40');
  expect(owedOf({ refund, moneyOut: [transfer, transfer] })).toBeNull();
  expect(owedOf({ ...payment, refund: null })).toBeNull();
});
