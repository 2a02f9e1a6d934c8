import { VERSION } from '../decider';
import type { Judged, Trial } from '../laws/trial';
import { LIVES } from '../lives';
import type { Step } from '../run-commands';
import type { Asked, Fact } from '../sentences';
import { type IntentView, idOf, type NotificationView, type Seen, type SeenIntent, type SeenQuote } from './seen';

type SeenStep = Step<unknown, Asked, Fact>;

/** Its answer to a repeated command is the difference that the command made. */
const service: Judged = {
  ...{ name: 'cashout', version: VERSION, initial: {} },
  evolve: (state) => state,
  decide: (_state, { difference }) => (typeof difference === 'string' ? [{ type: difference, data: {} }] : []),
};

const trialOf = (history: readonly Fact[], steps: readonly SeenStep[]): Trial => ({
  ...{ decider: service, life: LIVES.cashout, history, steps },
});

const centsOf = (reais: number | string | undefined): string => String(Math.round(Number(reais) * 100));

const pricesOf = ({ first, cents }: SeenQuote) => {
  const { quoteId, valuesAndFees: values } = first.data;
  const prices = { feeCents: centsOf(values['totalFeeFiat']), totalCents: centsOf(values['totalFiat']) };
  return { quoteId, payout: { amountCents: String(cents) }, ...prices };
};

const CREATED = 'CashoutIntentCreated';

const dataOf = (event: string, intent: SeenIntent, view: IntentView): Fact['data'] | null => {
  const { assetId, blockchain: network, amountBaseUnits, invoiceValue, refund, deposits = [] } = view;
  if (event === CREATED)
    return { intentId: idOf(intent), network, assetId, amountBaseUnits, ...pricesOf(intent.quote) };
  if (event === 'RefundDue') return { ...refund };
  if (event === 'PayoutRequested' || event === 'PayoutSettled') return { amountCents: centsOf(invoiceValue) };
  if (event !== 'DepositAccepted') return {};
  // A deposit that no payer has sent brought nothing.
  const accepted = deposits.find(({ label }) => label === undefined && intent.isPaid);
  return accepted === undefined ? null : { ...accepted, network, assetId };
};

/** The events of the timeline, with the data that the service shows elsewhere. */
const historyOf = (intent: SeenIntent): readonly Fact[] => {
  const view = intent.reads.at(-1) ?? intent.first.data;
  return (view.timeline ?? [{ event: CREATED }]).flatMap(({ event: type }) => {
    const data = dataOf(type, intent, view);
    return data === null ? [] : [{ type, data }];
  });
};

const STATUS_AFTER: Readonly<Record<string, string>> = {
  ...{ [CREATED]: 'PENDING', DepositAccepted: 'PROCESSING' },
  ...{ CashoutCompleted: 'COMPLETED', CashoutFailed: 'FAILED', CashoutExpired: 'EXPIRED' },
};

/** Between two looks the timeline says over which statuses the intent went. */
const statusesOf = ({ first, reads }: SeenIntent): readonly string[] =>
  reads.reduce<readonly string[]>(
    (known, { status, timeline = [] }) => {
      const walked = timeline.flatMap(({ event }) => STATUS_AFTER[event] ?? []);
      const next = known.every((before, place) => before === walked[place]) ? walked : known;
      return next.at(-1) === status ? next : [...next, status];
    },
    [first.data.status],
  );

/** Those about the intent's status, each once, in the order that `sequence` says. */
export const inOrder = (told: readonly NotificationView[]): readonly NotificationView[] =>
  [...new Map(told.map((one) => [one.id, one])).values()]
    .filter(({ event }) => event.startsWith('INTENT_'))
    .toSorted((one, other) => one.sequence - other.sequence);

const stepsOver = (type: string, statuses: readonly string[]): readonly SeenStep[] =>
  statuses.slice(1).map((status, place) => {
    return { command: { type }, before: { status: statuses[place] }, events: [], after: { status } };
  });

const stepsOf = (intent: SeenIntent): readonly SeenStep[] => [
  ...stepsOver('ReadIntent', statusesOf(intent)),
  ...stepsOver('ReadNotifications', ['PENDING', ...inOrder(intent.told).map(({ status }) => status)]),
];

const repeatsOf = ({ repeats }: Seen): readonly SeenStep[] =>
  repeats.map((command) => ({ command, before: {}, events: [{ type: 'Answered', data: {} }], after: {} }));

const idsOf = ({ userId, quotes, intents }: Seen): readonly Fact[] => [
  { type: 'UserRegistered', data: { userId } },
  ...quotes.map((quote) => ({ type: 'QuoteIssued', data: pricesOf(quote) })),
  ...intents.flatMap(historyOf),
];

/** EACH: a trial for each intent. ALL: one of all runs. */
export type Scope = 'EACH' | 'ALL' | 'NONE';

/** Trials that a law can evaluate from the runs; `seen` is one run, `runs` are all of them. */
export const trialsOf = (scope: Scope, seen: Seen, runs: readonly Seen[]): readonly Trial[] => {
  if (scope === 'ALL') return [trialOf(runs.flatMap(idsOf), [])];
  const intents = seen.intents.map((intent) => trialOf(historyOf(intent), stepsOf(intent)));
  return [trialOf([], repeatsOf(seen)), ...intents];
};
