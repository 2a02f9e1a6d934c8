import { EVENTS_EN } from './events/en';
import type { Sentences } from './events/figures';
import { FINDING_EN } from './finding/en';
import { PEOPLE_EN } from './people/en';
import { RUNNING_EN } from './running/en';
import { STATES_EN } from './states/en';
import { WORK_EN } from './work/en';

const signIn = {
  title: 'Sign in',
  who: (name: string, role: string) => `You sign in as ${name}, ${role}.`,
  place: (instance: string, environment: string) => `Instance ${instance}, ${environment}.`,
  once: 'The link works once. Opening this page has not used it.',
  until: 'Link valid until',
  button: 'Sign in',
  busy: 'Signing in…',
  atProvider: (host: string) => `Sign in with ${host}`,
  refused:
    'The sign-in at the identity provider was refused. The account needs the verified e-mail address of an operator, and must be the account of the first sign-in. Begin again in this window, or ask an admin.',
  providerDown: 'The identity provider does not answer. Try again, or sign in with a link.',
  reopen: 'Without a session this page shows nothing. A link signs you in.',
  how: 'An operator makes one on the machine of the service:',
  development: 'In development npm start prints links as well.',
  ended: 'Your session ended. Sign in again.',
  signedOut: 'You are signed out.',
  notValid: 'This link does not work: it was used, has expired, or belongs to another service.',
};

const bar = {
  skip: 'Skip to the content',
  pages: 'Pages',
  find: 'Search',
  findHint: 'Id, hash, wallet, end-to-end id, reference or name',
  open: 'Search',
  signOut: 'Sign out',
  language: 'Language',
  person: (name: string, role: string) => `${name}, ${role}`,
};

const states = {
  loading: 'Loading…',
  failed: 'This page could not be loaded',
  nothingChanged: 'Nothing was changed.',
  retry: 'Try again',
  requestId: 'Request id',
  unreachable: 'The service does not answer.',
  unreachableTodo: 'Check your connection, then try again.',
  unavailable: 'The service is not ready: one of its stores is down.',
  limited: 'Too many requests. Wait a minute, then try again.',
  generalTodo: 'Try again. When it fails again, give the request id to the people who run the service.',
  forbidden: 'Your role does not allow this page',
  forbiddenTodo: 'An admin can change your role.',
  noPage: 'There is no such page',
  noPayment: 'There is no payment with this id',
  noPaymentTodo: 'Check that the whole id was copied, or search for it: the search also finds hashes and references.',
  refused: 'The service refused this question',
  refusedTodo: 'Correct the address, or begin again from the filters.',
  notSearched: 'This was not searched, and stands in no address.',
  behind: (count: number) => `The state is behind the timeline by ${count} event${count === 1 ? '' : 's'}.`,
  reload: 'Load again',
  knownTo: 'Known up to position',
};

const page = {
  partner: 'Partner',
  partnerStatus: { ACTIVE: 'active', SUSPENDED: 'suspended', REVOKED: 'revoked' },
  created: 'Created',
  completed: 'Completed',
  expires: 'Deposit deadline',
  updated: 'Last change',
  held: 'On hold: nothing is sent until an operator releases it.',
  failure: 'Reason of the failure',
  lastFailure: 'The last attempt failed',
  labels: 'Labels',
  state: 'State',
  explanation: 'Explanation',
  heldBy: 'Held by',
  movesWhen: 'Moves when',
  reached: 'reached',
  current: 'it stands here',
  notReached: 'not reached',
  noTime: 'no time recorded',
  moneyIn: 'Money in',
  noMoneyIn: 'No money has come in.',
  moneyOut: 'Money out',
  noMoneyOut: 'No money has gone out.',
  attempt: (number: number) => `attempt ${number}`,
  accepted: 'Accepted',
  yes: 'yes',
  no: 'no',
  expected: 'Agreed amount',
  reason: 'Reason',
  code: 'Code',
  provider: 'Provider',
  from: 'From',
  to: 'To',
  network: 'Network',
  transaction: 'Transaction',
  block: 'Block',
  memo: 'Memo',
  at: 'Time',
  requested: 'Requested',
  endToEndId: 'End-to-end id',
  key: 'Provider key',
  deposit: 'Deposit',
  label: 'Label',
  refund: 'Refund owed',
  due: 'Due since',
  people: 'People',
  masked: 'Personal data is masked.',
  user: 'User',
  userPage: 'KYC, payments, openings',
  kyc: 'KYC status',
  noKyc: 'none',
  erased: "The user's personal data was erased.",
  externalId: "Partner's id of the user",
  sealed: 'sealed',
  none: 'none',
  payee: 'Payee',
  payer: 'Payer',
  terms: 'Terms',
  quote: 'Quote',
  reference: "Partner's reference",
  crypto: 'Crypto',
  total: 'Total',
  fee: 'Fees',
  net: { CASHOUT: 'To the payee', CASHIN: 'Exchanged', WITHDRAW: 'To the payee' },
  receiver: 'Receiving address',
  delivery: 'Delivered by',
  deliveredBy: { PLATFORM: 'the service', PARTNER: 'the partner' },
  receipts: 'Receipts',
  receipt: "Receipt as the payment's user sees it",
  returned: 'Returned later',
  webhooks: 'Webhooks to the partner',
  noWebhooks: 'No webhook was made for this payment.',
  webhookEvent: 'Event',
  webhookStatus: 'Status',
  webhookAttempts: 'Attempts',
  webhookAnswer: 'Last answer',
  nextAttempt: 'Next attempt',
  noDestination: 'no destination wanted it',
  command: 'Copy the ledger command',
};

const timeline = {
  title: 'Timeline',
  oldestFirst: (count: number) => `${count} event${count === 1 ? '' : 's'}, oldest first.`,
  newestPage: (count: number) => `The newest ${count} events, oldest of them first.`,
  earlier: 'Load earlier events',
  data: 'Data',
  type: 'Type',
  position: 'Position',
  stream: 'Stream',
  cause: 'Caused by',
  request: 'Request',
  reason: 'Reason',
  unknownEvent: (type: string) => `Event ${type}.`,
  baseUnits: (digits: string, asset: string) => `${digits} base units of asset ${asset}`,
};

const parts = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying.',
  more: (count: number) => `${count.toLocaleString('en')} more characters`,
  wholeText: 'Whole text',
  close: 'Close',
  hiddenCharacter: 'invisible character',
};

export const EN = {
  name: 'English',
  modes: { live: 'live', sandbox: 'sandbox' },
  ...STATES_EN,
  finding: FINDING_EN,
  work: WORK_EN,
  ...{ people: PEOPLE_EN, running: RUNNING_EN },
  events: EVENTS_EN satisfies Sentences,
  ...{ signIn, bar, states, page, timeline, parts },
};

/** The text for a code of the service, or the code itself where this page is older. */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  Object.entries(words).find(([known]) => known === code)?.[1] ?? code;

export const wordsFor = (words: Readonly<Record<string, string>>, codes: readonly string[]): string =>
  codes.map((code) => wordFor(words, code)).join(', ');

/** Every language has every one of these. */
export type Words = typeof EN;
