import { randomUUID } from 'node:crypto';
import { SIMULATED_BRL, SIMULATED_USD } from '../../../../infra/chains/simulated/network';
import { company, person } from '../../../http/tenancy/kyc-rows';
import { CALLBACK_SCHEME } from '../requests/doors';

/** An id of this name that an answer has named. */
export type Named = (name: string) => string;

/** A request as it is meant. */
export interface Step {
  /** As in the document, such as `GET /api/v1/users`. */
  readonly name: string;
  readonly scheme: string | null;
  /** The `{parameters}` of the path that are no known id of their name. */
  readonly path?: Readonly<Record<string, string>>;
  /** Ids beside those in the path; the step waits until they are known. */
  readonly needs?: readonly string[];
  readonly query?: (named: Named) => string;
  readonly body?: (named: Named) => object;
  /** True for a step that breaks later ones: sent once. */
  readonly isOnce?: true;
}

/** The user's wallet on the simulated network; the document's example too, so that a storm names it often. */
export const WALLET = '0x8ba1f109551bd432803012645ac136ddd64dba72';
/** The simulated bank waits with what is paid to this key. */
const STUCK = { pixKey: '00000000-0000-4000-8000-000000000005', pixKeyType: 'EVP' };
/** The document of a person whose session stays open for long, and can be reopened after its expiry. */
const OPEN = '10975384600';
const CUSTOMER = { name: 'Maria da Silva', taxID: '529.982.247-25' };
const DOCUMENT = { documentType: 'CPF', documentNumber: '40442820135', country: 'BR' };

const none = (): object => ({});

const user = (name: string, body?: Step['body']): Step => ({
  ...{ name, scheme: 'user' },
  ...(body === undefined ? {} : { body }),
});
const partner = (name: string, body?: Step['body']): Step => ({ ...user(name, body), scheme: 'partner' });

const SESSION = '/api/v1/users/kyc/sessions/{sessionId}';
const PAYOUT = '/api/v1/sandbox/payouts/{paymentId}';

const kyc: readonly Step[] = [
  partner('POST /api/v1/users/kyc/lookup', () => DOCUMENT),
  partner('POST /api/v1/users/kyc/verify', () => DOCUMENT),
  partner('GET /api/v1/users/kyc/health'),
  partner('POST /api/v1/users/kyc/sessions/legal-person', () => company()),
  partner('POST /api/v1/users/kyc/sessions/natural-person', () => ({ ...person(), documentNumber: OPEN })),
  partner('GET /api/v1/users/kyc/sessions'),
  partner(`GET ${SESSION}`),
  partner(`POST ${SESSION}/sync`, none),
  partner(`POST ${SESSION}/document-url`, none),
  partner('POST /api/v1/sandbox/kyc/sessions/{sessionId}/decide', () => ({ decision: 'APPROVED' })),
  { ...partner('GET /api/v1/users/kyc/users/{externalUserId}/check'), path: { externalUserId: 'nobody' } },
];

const cashin: readonly Step[] = [
  user('POST /api/v1/cashin/quote', () => ({ amount: 150, assetId: SIMULATED_USD, destinationWallet: WALLET })),
  user('GET /api/v1/cashin/quote/{cashinQuoteId}'),
  {
    ...user('POST /api/v1/cashin/intent', (named) => ({ quoteId: named('quoteId'), customer: CUSTOMER })),
    needs: ['quoteId'],
  },
  user('GET /api/v1/cashin/intent/{cashinId}'),
  user('GET /api/v1/cashin/intents'),
  partner('POST /api/v1/sandbox/charges/{intentId}/pay', none),
];

/** Paid on the simulated network, for a receipt. */
const cashout: readonly Step[] = [
  user('POST /api/v1/cashout/quote', () => ({ assetId: SIMULATED_USD, pixKey: 'fulano@exemplo.com', amount: 12.5 })),
  { ...user('POST /api/v1/cashout/intent', (named) => ({ quoteId: named('quoteId') })), needs: ['quoteId'] },
  {
    ...partner('POST /api/v1/sandbox/deposits', (named) => ({ intentId: named('intentId'), kind: 'exact' })),
    needs: ['intentId'],
  },
  {
    ...{ ...user('GET /api/v1/receipts/{type}'), path: { type: 'pix' }, needs: ['txid'] },
    query: (named) => `tx=${named('txid')}&chain=simulated`,
  },
  { name: 'GET /receipts/{token}', scheme: null },
];

const withdrawals: readonly Step[] = [
  {
    ...partner('POST /api/v1/sandbox/wallets/{address}/credit', () => ({
      ...{ assetId: SIMULATED_BRL, amount: '1000.00', allowance: '1000000.00' },
    })),
    path: { address: WALLET },
  },
  user('POST /api/v1/cashout/withdraw', () => ({ ...STUCK, amount: 20, walletAddress: WALLET })),
  user('GET /api/v1/cashout/withdraw/{withdrawId}'),
  user('GET /api/v1/cashout/withdrawals'),
  partner(`POST ${PAYOUT}/settle`, none),
  partner(`POST ${PAYOUT}/return`, none),
  partner(`POST ${PAYOUT}/reject`, none),
];

const simulators: readonly Step[] = [
  partner('POST /api/v1/partners/me/webhook-config', () => ({ url: 'https://example.com/hook' })),
  partner('POST /api/v1/partners/me/webhook-config/test', none),
  partner('POST /api/v1/sandbox/webhooks/{deliveryId}/replay', none),
  partner('POST /api/v1/sandbox/advance', () => ({ seconds: 1 })),
  { ...partner('POST /api/v1/sandbox/reset', none), isOnce: true },
];

const callback = (path: string, type: string): Step => ({
  ...{ name: `POST ${path}`, scheme: CALLBACK_SCHEME, path: { provider: 'sandbox' } },
  body: () => ({ id: `honest-${randomUUID()}`, type, key: randomUUID(), at: '2026-11-20T12:00:00.000Z' }),
});

const callbacks: readonly Step[] = [
  callback('/webhooks/bank/{provider}', 'payout.changed'),
  callback('/webhooks/bank/{provider}/pix', 'charge.changed'),
  callback('/webhooks/kyc/{provider}', 'kyc.changed'),
];

/** All that a client of cash-ins, withdrawals, KYC and the sandbox asks for, in the order in which one thing needs another. */
export const STEPS: readonly Step[] = [...callbacks, ...kyc, ...cashin, ...cashout, ...withdrawals, ...simulators];
