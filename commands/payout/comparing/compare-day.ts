import { type StreamName, streamNamed } from '../../../aggregates/stream';
import type { Alert } from '../../alerts/kinds';
import type { HandleDeps } from '../../handling/request';
import type { Clock } from '../../ports/clock';
import type { KeyVault } from '../../ports/key-vault';
import type { Payout, PayoutMethod, PayoutProvider } from '../../ports/providers/payout-provider';
import type { CallContext } from '../../ports/providers/result';
import { listWhole } from '../list-whole';
import { asked } from '../outcome/payout-answer';
import { askedUnder, type PlacedPayout, readPayout } from '../owners/owners';
import { isAnotherPayee } from '../payees';
import type { Window } from '../windows';
import type { ComparedDay, Difference } from './compared-day';
import { type ComparedOrder, differencesOf, type ListedOrder, loggedUnder } from './comparison';

export interface PaidRow {
  readonly provider_key: string;
  readonly stream: string;
}

export interface ComparingDeps extends Pick<HandleDeps, 'eventStore'> {
  readonly clock: Clock;
  readonly vault: Pick<KeyVault, 'open'>;
  readonly alert: Alert;
  readonly streamOfPayout: (providerKey: string) => Promise<StreamName | null>;
  readonly partnersPaying: (provider: PayoutProvider, window: Window) => Promise<readonly string[]>;
  readonly paidBy: (provider: PayoutProvider, window: Window) => Promise<readonly PaidRow[]>;
}

const CALL_TIMEOUT_MS = 30_000;
const ACCOUNT = 'the whole account';

export type NotCompared = { readonly isCompared: false; readonly reason: string };
export type Compared = { readonly isCompared: true; readonly day: ComparedDay } | NotCompared;

/** Compares a bank's list of a day with the log. Raises an alert for each difference, and moves no money. */
export const compareDay = async (
  deps: ComparingDeps,
  provider: PayoutProvider,
  { day, window }: { readonly day: string; readonly window: Window },
): Promise<Compared> => {
  const listed = await listedIn(deps, provider, window);
  if (!listed.ok) return { isCompared: false, reason: `${provider.name} has no list of the day: ${listed.message}` };
  const differences: Difference[] = [];
  for (const order of listed.value) differences.push(...(await differencesAbout(deps, provider, order)));
  const keys = new Set(listed.value.map(({ idempotencyKey }) => idempotencyKey));
  const unlisted = (await deps.paidBy(provider, window)).filter(({ provider_key: key }) => !keys.has(key));
  for (const row of unlisted) {
    const found = await differencesAboutUnlisted(deps, provider, row);
    if (found === null) return { isCompared: false, reason: `${provider.name} does not list ${row.provider_key}` };
    differences.push(...found);
  }
  for (const each of differences) tell(deps.alert, provider, each);
  const about = { day, provider: provider.name, mode: provider.mode };
  const comparedAt = deps.clock.iso();
  return { isCompared: true, day: { ...about, orders: listed.value.length, differences, comparedAt } };
};

const tell = (alert: Alert, { name: provider, mode }: PayoutProvider, difference: Difference): void => {
  const { kind, providerKey, providerId, stream } = difference;
  const order = providerKey === '' ? (providerId ?? '') : providerKey;
  alert("A bank's statement and the log differ about an order", {
    ...{ provider, mode, order, difference: kind },
    ...(stream === null ? {} : { stream }),
  });
};

type Listing =
  | { readonly ok: true; readonly value: readonly Payout[] }
  | { readonly ok: false; readonly message: string };

/** A bank has one account, and lists all orders at once; a simulator has separate books for each partner. */
const listedIn = async (deps: ComparingDeps, provider: PayoutProvider, window: Window): Promise<Listing> => {
  const partners = provider.books === 'ACCOUNT' ? [ACCOUNT] : await deps.partnersPaying(provider, window);
  const all = new Map<string, Payout>();
  for (const partnerId of partners) {
    const list = ({ fromMs, toMs }: Window) =>
      asked(provider.name, () =>
        provider.list(callFor(deps, provider, partnerId), new Date(fromMs).toISOString(), new Date(toMs).toISOString()),
      );
    for await (const answer of listWhole(list, window)) {
      if (!answer.ok) return { ok: false, message: answer.message };
      for (const order of answer.value) all.set(`${order.idempotencyKey} ${order.providerId}`, order);
    }
  }
  return { ok: true, value: [...all.values()] };
};

const callFor = ({ clock }: ComparingDeps, { mode, name }: PayoutProvider, partnerId: string): CallContext => ({
  ...{ requestId: `compare-${name}`, partnerId, mode },
  deadlineMs: clock.now() + CALL_TIMEOUT_MS,
});

const differencesAbout = async (
  deps: ComparingDeps,
  provider: PayoutProvider,
  order: Payout,
): Promise<readonly Difference[]> => {
  const owed = await owedUnder(deps, order.idempotencyKey);
  const isSentHere = owed?.sentTo.get(order.idempotencyKey) === provider.name;
  const logged = owed === null || !isSentHere ? null : loggedIn(owed, order.idempotencyKey);
  const listed = { ...listedOrder(order), isAnotherPayee: owed !== null && (await isOfAnother(deps, owed, order)) };
  return worded({ order, logged, listed, providerKey: order.idempotencyKey, stream: owed?.stream ?? null });
};

const owedUnder = async (deps: ComparingDeps, providerKey: string): Promise<PlacedPayout | null> => {
  const stream = providerKey === '' ? null : await deps.streamOfPayout(providerKey);
  return stream === null ? null : readPayout(deps.eventStore, stream);
};

const loggedIn = ({ payout, terms }: PlacedPayout, providerKey: string): ComparedOrder | null =>
  loggedUnder(payout, providerKey, { amountCents: BigInt(terms.amountCents) });

const listedOrder = ({ state, amount, returnedAmount = 0n }: Payout): ComparedOrder => ({
  ...{ amountCents: amount, returnedCents: returnedAmount },
  outcome: state === 'SETTLED' || state === 'RETURNED' ? 'PAID' : state === 'FAILED' ? 'NOT_PAID' : 'OPEN',
});

/** The instruction of an erased user cannot be opened: then the payee is not compared. */
const isOfAnother = async ({ vault }: ComparingDeps, { terms }: PlacedPayout, { payee }: Payout): Promise<boolean> => {
  if (payee === undefined) return false;
  const instruction = await vault.open(terms.instruction);
  return instruction !== null && isAnotherPayee(payee, JSON.parse(instruction) as PayoutMethod);
};

/** A payout that the list lacks: the bank is asked by its key, because the list uses the bank's own day. */
const differencesAboutUnlisted = async (
  deps: ComparingDeps,
  provider: PayoutProvider,
  { provider_key: providerKey, stream }: PaidRow,
): Promise<readonly Difference[] | null> => {
  const owed = await readPayout(deps.eventStore, streamNamed(stream));
  if (owed === null || owed.sentTo.get(providerKey) !== provider.name) return [];
  const call = callFor(deps, provider, owed.partnerId);
  const answer = await asked(provider.name, () => provider.get(call, askedUnder(owed, providerKey)));
  if (answer.ok) return differencesAbout(deps, provider, answer.value);
  if (answer.kind !== 'NOT_FOUND') return null;
  return worded({ order: null, logged: loggedIn(owed, providerKey), listed: null, providerKey, stream: owed.stream });
};

interface Sides {
  readonly order: Payout | null;
  readonly logged: ComparedOrder | null;
  readonly listed: ListedOrder | null;
  readonly providerKey: string;
  readonly stream: StreamName | null;
}

const worded = ({ order, logged, listed, providerKey, stream }: Sides): readonly Difference[] =>
  differencesOf(logged, listed).map((kind) => ({
    ...{ kind, providerKey, stream, providerId: order?.providerId ?? null },
    loggedCents: logged?.amountCents.toString() ?? null,
    listedCents: listed?.amountCents.toString() ?? null,
    loggedOutcome: logged?.outcome ?? null,
    listedOutcome: listed?.outcome ?? null,
  }));
