import { DeliveryView } from '../../../packages/console/partners/deliveries/delivery-page';
import { KeyTable } from '../../../packages/console/partners/developers/keys';
import { RequestTable } from '../../../packages/console/partners/developers/requests';
import { AllowedAddresses, SignedRequests } from '../../../packages/console/partners/developers/signed-requests';
import { Destination } from '../../../packages/console/partners/developers/webhook';
import { listPath, pathTo, placeIn } from '../../../packages/console/partners/frame/paths';
import { MemberList } from '../../../packages/console/partners/members/members-page';
import { OwnSessions } from '../../../packages/console/partners/members/own-sessions';
import { PaymentView } from '../../../packages/console/partners/payments/payment-page';
import { SandboxPage } from '../../../packages/console/partners/sandbox/sandbox-page';
import { LinkShown } from '../../../packages/console/partners/session/sign-in';
import { UserTable } from '../../../packages/console/partners/users/users-page';
import type {
  ApiKey,
  DeliveryDetails,
  Member,
  OwnSession,
  PartnerPayment,
  PartnerUser,
  RequestItem,
} from '../../../packages/console/wire-partners';
import { textIn } from './drawn';
import { drawnFor } from './drawn-dashboard';

const HOSTILE = `<img src=x onerror=alert(1)>\u202Egnp\u200B${'A'.repeat(100_000)}`;
const at = '2026-11-20T12:00:00.000Z';
const nothing = () => undefined;

const key: ApiKey = {
  ...{ keyId: 'k1', name: 'server', prefix: 'sk_live_9f2c', last4: '07be', status: 'ACTIVE', createdAt: at },
  ...{ lastUsedAt: null, revokedAt: null },
};
const payment: PartnerPayment = {
  ...{ id: 'bafy1', kind: 'CASHOUT', userId: 'u1', intentId: 'bafy1', status: 'COMPLETED', quoteId: 'q1' },
  ...{ assetId: 9102, blockchain: 'simulated', amount: '2.5', amountBaseUnits: '2500000', total: 1234.56, fee: 1 },
  ...{ invoiceType: 'pix', invoiceValue: 12.5, invoiceCurrency: 'BRL', destination: 'f***@***.com', labels: [] },
  deposits: [],
  timeline: [
    { event: 'CashoutIntentCreated', at },
    { event: 'OfAnotherVersion', at },
  ],
  ...{ expiresAt: at, createdAt: at, updatedAt: at, completedAt: at },
};
const delivery: DeliveryDetails = {
  ...{ deliveryId: 'evt_1', event: 'INTENT_COMPLETED', correlationId: 'bafy1', status: 'EXHAUSTED' },
  ...{ url: 'https://partner.example/hook', attempts: 1, nextAttemptAt: null, lastStatus: 500, lastError: HOSTILE },
  ...{ replays: 0, createdAt: at, finishedAt: at, body: HOSTILE },
  history: [{ attempt: 1, at, durationMs: 120, status: 500, error: HOSTILE }],
};
const member: Member = {
  memberId: 'm2',
  email: 'bob@example.com',
  role: 'viewer',
  status: 'INVITED',
  invitedAt: at,
  joinedAt: null,
};
const user: PartnerUser = {
  ...{ userId: 'u1', uid: 'u1', pubkey: null, blockchain: null, externalUserId: HOSTILE, kycStatus: 'APPROVED' },
  createdAt: at,
};
const ownSession: OwnSession = {
  ...{ memberSessionId: 's1', startedAt: at, usedAt: at, address: '10.0.0.1', browser: HOSTILE, isCurrent: false },
};
const failed: RequestItem = {
  ...{ number: '7', at, method: 'POST', route: HOSTILE, status: 422, code: HOSTILE, requestId: 'r1', durationMs: 12 },
};

describe('an address', () => {
  test.each([
    ['/dashboard/', { mode: 'sandbox', screen: 'start', id: null }],
    ['/dashboard/live/payments', { mode: 'live', screen: 'payments', id: null }],
    [pathTo('sandbox', 'payments', 'a/b'), { mode: 'sandbox', screen: 'payments', id: 'a/b' }],
  ])('keeps mode, screen and object: %s', (path, place) => expect(placeIn(path)).toEqual(place));

  test.each([
    '/dashboard/other/payments',
    '/dashboard/live/nothing',
    '/dashboard/live/payments/%zz',
  ])('leads to no page: %s', (path) => expect(placeIn(path)).toBeNull());

  test('keeps the filters of a list', () =>
    expect(listPath('live', 'payments', { status: 'FAILED' })).toBe('/dashboard/live/payments?status=FAILED'));
});

describe('a change', () => {
  const offers = (html: string, button: string) => html.includes(`>${button}</button>`);
  test.each([
    ['owner', 'live', [true, true, true]],
    ['developer', 'sandbox', [true, true, false]],
    ['developer', 'live', [false, true, false]],
    ['viewer', 'sandbox', [false, false, false]],
  ] as const)('is offered where the role %s may make it in %s mode', (role, mode, [
    mayConfigure,
    mayDeliver,
    mayAdminister,
  ]) => {
    const before = { role, mode };
    const keys = drawnFor(KeyTable, { rows: [key], onReload: nothing }, before);
    const webhook = drawnFor(Destination, { config: null, onReload: nothing }, before);
    const hmac = drawnFor(SignedRequests, {}, before);
    const sent = drawnFor(DeliveryView, { of: delivery, onReload: nothing }, before);
    const members = drawnFor(MemberList, { rows: [member], onReload: nothing }, before);
    expect([offers(keys, 'Revoke'), offers(webhook, 'Save the destination')]).toEqual([mayConfigure, mayConfigure]);
    expect(offers(hmac, 'Make a new HMAC secret')).toBe(mayConfigure);
    expect([offers(sent, 'Send again'), offers(members, 'Remove')]).toEqual([mayDeliver, mayAdminister]);
  });

  test('offers changes of the simulated world in test mode alone', () => {
    expect(textIn(drawnFor(SandboxPage, {}, { role: 'developer' }))).toContain('Make the payment');
    expect(textIn(drawnFor(SandboxPage, {}, { mode: 'live' }))).not.toContain('Make the payment');
  });
});

test('shows exact amounts, a timeline in words, and a receipt of the web alone', () => {
  const html = drawnFor(PaymentView, { shown: { payment, receiptUrl: '/receipts/t1' }, onReload: nothing });
  for (const shown of ['R$ 1,234.56', 'The intent was made.', 'OfAnotherVersion', 'f***@***.com', 'GMT-3'])
    expect(textIn(html)).toContain(shown);
  expect(html).toContain('href="/receipts/t1"');
  const shown = { payment, receiptUrl: 'javascript:alert(1)' };
  const portuguese = drawnFor(PaymentView, { shown, onReload: nothing }, { language: 'pt-BR' });
  expect(portuguese).not.toContain('href="javascript');
  expect(textIn(portuguese)).toContain('A intenção foi criada.');
});

test('shows the addresses of the list, and an empty list as any address', () => {
  const textOf = (ipAllowlist: string[]) => textIn(drawnFor(AllowedAddresses, { of: { ipAllowlist } }));
  expect(textOf(['10.0.0.0/8', '2001:db8::1'])).toContain('Allowed addresses 10.0.0.0/8, 2001:db8::1');
  expect(textOf([])).toContain('Allowed addresses any');
});

test('draws text of a stranger as bounded text, with its invisible characters', () => {
  const pages = [
    drawnFor(DeliveryView, { of: delivery, onReload: nothing }),
    drawnFor(UserTable, { rows: [user] }),
    drawnFor(RequestTable, { rows: [failed] }),
    drawnFor(OwnSessions, { rows: [ownSession], onReload: nothing }),
    drawnFor(KeyTable, { rows: [{ ...key, name: HOSTILE }], onReload: nothing }),
    drawnFor(LinkShown, {
      link: {
        ...{ environment: 'test', instance: 'lastro', email: 'ana@example.com', expiresAt: null },
        partners: [{ partnerId: 'p1', name: HOSTILE, role: 'owner' }],
      },
      onSignIn: nothing,
    }),
  ];
  for (const html of pages) {
    expect(html).not.toMatch(/<img|\u202E|\u200B/);
    expect(html).toContain('U+202E');
    expect(html.length).toBeLessThan(60_000);
  }
});
