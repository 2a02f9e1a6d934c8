import type { EventOf } from '../../../aggregates/events';
import type { WatcherEvent } from '../../../aggregates/watcher/events';
import type { Iso } from '../../ports/clock';

export interface Accepted {
  /** The lowest height from which another history was accepted lately. */
  readonly fromHeight: bigint;
  readonly acceptedAt: Iso;
  /** A debit without a known block counts as final in another history if it was confirmed after this time. */
  readonly untoldSince: Iso;
  readonly causeEventId: string;
}

export type WatcherRecord = WatcherEvent & { readonly id: string };

const LATELY_MS = 7 * 86_400_000;

/** A transaction mined again later is listed under its earlier block, so acceptances of lower heights count too. */
export const acceptedIn = (history: readonly WatcherRecord[], fromHeight: bigint, acceptedAt: Iso): Accepted => {
  const untoldSince = new Date(Date.parse(acceptedAt) - LATELY_MS).toISOString();
  const acceptances = history.filter(isAcceptance);
  const lately = acceptances.filter(({ data }) => Date.parse(data.acceptedAt) >= Date.parse(untoldSince));
  const heights = lately.map(({ data }) => BigInt(data.fromHeight));
  return {
    fromHeight: heights.reduce((low, height) => (height < low ? height : low), fromHeight),
    ...{ acceptedAt, untoldSince },
    causeEventId: acceptances.at(-1)?.id ?? '',
  };
};

const isAcceptance = (one: WatcherRecord): one is WatcherRecord & EventOf<'FinalityAccepted'> =>
  one.type === 'FinalityAccepted';
