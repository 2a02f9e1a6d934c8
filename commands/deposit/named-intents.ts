import { cashout } from '../../aggregates/cashout/cashout';
import { type IssuedIntent, payableIntent } from '../../aggregates/cashout/deposit-phase';
import type { CashoutState } from '../../aggregates/cashout/state';
import type { DepositId } from '../../aggregates/chain';
import { type DepositState, deposit } from '../../aggregates/deposit/deposit';
import type { FinalDeposit } from '../../aggregates/deposit/events';
import { refusalOf } from '../../aggregates/deposit/matching';
import type { Naming } from '../../aggregates/deposit/refused';
import { isClosedStream } from '../../aggregates/stream-fault';
import { recalledStateOf, stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Catalog } from '../ports/chains/catalog';
import { intentIdIn } from '../quote/intent-id';

export interface NamingDeps extends HandleDeps {
  readonly catalog: Pick<Catalog, 'assets'>;
}

/** An intent with a lost and closed stream takes no deposit. */
const unlessClosed = async (reading: Promise<CashoutState>): Promise<CashoutState> =>
  reading.catch((error: unknown) => {
    if (isClosedStream(error)) return cashout.initial;
    throw error;
  });

export const intentOf = async ({ eventStore }: HandleDeps, intentId: string): Promise<IssuedIntent | null> =>
  payableIntent(await unlessClosed(stateOf(eventStore, cashout, intentId)));

/** The remembered state of an open intent is enough: the stream decides at the acceptance. */
export const openIntentOf = async (deps: HandleDeps, intentId: string): Promise<IssuedIntent | null> => {
  const intent = payableIntent(await unlessClosed(recalledStateOf(deps, cashout, intentId)));
  return intent?.status === 'PENDING' ? intent : intentOf(deps, intentId);
};

export const namingOf = ({ catalog }: NamingDeps, ...intents: readonly (IssuedIntent | null)[]): Naming => ({
  intents: intents.filter((intent) => intent !== null),
  assets: catalog.assets,
});

export const paidBy = async (deps: NamingDeps, depositId: DepositId): Promise<string | null> => {
  const known = unclaimed(await recalledStateOf(deps, deposit, depositId));
  const final = known ?? unclaimed(await stateOf(deps.eventStore, deposit, depositId));
  const [memo] = final?.memos ?? [];
  if (final === null || memo === undefined) return null;
  const intentId = intentIdIn(memo);
  return refusalOf(final, await openIntentOf(deps, intentId)) === null ? intentId : null;
};

const unclaimed = (state: DepositState): FinalDeposit | null =>
  state.status === 'FINALISED' || state.status === 'UNMATCHED' ? state.final : null;
