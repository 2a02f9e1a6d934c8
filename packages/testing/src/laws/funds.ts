import type { Fact } from '../sentences';
import { words } from '../sentences';
import { centsIn, partIn } from './amounts';
import { law } from './law';

type Data = Fact['data'];

/** A debit of a wallet is part of its event. */
const moneyIn = (data: Data): Data => ('debit' in data ? partIn(data, 'debit') : data);

const lacks = (opening: Fact | undefined, funds: Fact): string | null => {
  if (opening === undefined) return `"${words(funds.type)}" came before there was anything to pay.`;
  const [asked, got] = [opening.data, moneyIn(funds.data)];
  if (asked['network'] !== got['network'] || asked['assetId'] !== got['assetId'])
    return `"${words(funds.type)}" brought another asset.`;
  const isEnough = (centsIn(got, 'amountBaseUnits') ?? 0n) >= (centsIn(asked, 'amountBaseUnits') ?? 0n);
  return isEnough ? null : `"${words(funds.type)}" brought too little.`;
};

export const noPayoutWithoutFunds = law(
  'No payout without an accepted deposit or a final debit',
  function* ({ history, life: { funds } }) {
    if (funds === undefined) return;
    const first = history.findIndex(({ type }) => type === funds.by);
    for (const [place, event] of history.entries()) {
      if (event.type === funds.by)
        yield place === first ? lacks(history[0], event) : `"${words(funds.by)}" happened twice.`;
      if (!funds.spentIn.test(event.type)) continue;
      yield first >= 0 && first < place ? null : `"${words(event.type)}" without "${words(funds.by)}" before it.`;
    }
  },
);

const sumOf = (history: readonly Fact[], type: string, name: string): bigint =>
  history.reduce((sum, event) => (event.type === type ? sum + (centsIn(event.data, name) ?? 0n) : sum), 0n);

const has = (history: readonly Fact[], type: string): boolean => history.some((event) => event.type === type);

/** In units of the asset: the amount that came in, by the chain or by a decision of operators. */
const cameIn = (history: readonly Fact[]): bigint =>
  history.reduce((sum, { type, data }) => {
    if (type === 'DepositAccepted') return sum + (centsIn(data, 'amountBaseUnits') ?? 0n);
    if (type === 'RedemptionSettled') return sum + (centsIn(partIn(data, 'debit'), 'amountBaseUnits') ?? 0n);
    return type === 'RedemptionDecided' ? sum + (centsIn(partIn(data, 'debited'), 'amountBaseUnits') ?? 0n) : sum;
  }, 0n);

/** The part of the asked units whose payout the payee has kept. */
const keptUnits = (history: readonly Fact[]): bigint => {
  const asked = centsIn(history[0]?.data ?? {}, 'amountBaseUnits') ?? 0n;
  const settled = sumOf(history, 'PayoutSettled', 'amountCents');
  const kept = settled - sumOf(history, 'PayoutReturned', 'amountCents');
  return settled === 0n ? 0n : (asked * kept) / settled;
};

function* unitsOf(history: readonly Fact[]) {
  const [came, due, kept] = [cameIn(history), sumOf(history, 'RefundDue', 'amountBaseUnits'), keptUnits(history)];
  if (came + due + kept === 0n) return;
  yield due + kept <= came ? null : `${due} units are refunded and ${kept} paid, of ${came} that came in.`;
  const returned = sumOf(history, 'RefundRecorded', 'dueBaseUnits');
  yield returned <= due ? null : `${returned} units were sent back, of ${due} that were due.`;
}

/** A contradiction is an alarm: the bank has done what the ledger did not ask for. */
function* pixOf(history: readonly Fact[]) {
  if (has(history, 'CashinContradicted')) return;
  for (const { type, data } of history) {
    if (type !== 'PixReceived') continue;
    const own = history.filter((event) => event.data['endToEndId'] === data['endToEndId']);
    const back = sumOf(own, 'ChargeRefundDone', 'amountCents') + sumOf(own, 'DisputeLost', 'amountCents');
    const came = centsIn(data, 'amountCents') ?? 0n;
    yield back <= came ? null : `${back} cents went back of ${came}.`;
    const isDelivered = has(own, 'PixAccepted') && has(history, 'DeliveryConfirmed');
    if (isDelivered) yield has(own, 'ChargeRefundDone') ? 'A PIX was delivered for and refunded.' : null;
  }
}

/** At each reservation, the amount of the wallet that is promised and not ended. */
function* promisesOf(history: readonly Fact[]) {
  for (const [place, { type, data }] of history.entries()) {
    if (type !== 'BalanceReserved') continue;
    const before = history.slice(0, place);
    const ended = before.filter((event) => event.type !== type && event.type !== 'BalanceCaptured');
    const isOpen = (id: unknown) => ended.every((event) => event.data['withdrawId'] !== id);
    const open = before.filter(
      (event) => event.data['assetId'] === data['assetId'] && isOpen(event.data['withdrawId']),
    );
    const promised = sumOf([...open, history[place]!], type, 'amountBaseUnits');
    const balance = centsIn(partIn(data, 'reading'), 'balanceBaseUnits') ?? 0n;
    yield promised <= balance ? null : `${promised} units are promised, of ${balance} in the wallet.`;
  }
}

export const neverMoreThanCameIn = law('Refund and payout never exceed what came in', function* ({ history, decider }) {
  if (decider.name === 'cashin') yield* pixOf(history);
  if (decider.name === 'peggedBalance') yield* promisesOf(history);
  if (decider.name === 'cashout' || decider.name === 'withdrawal') yield* unitsOf(history);
});
