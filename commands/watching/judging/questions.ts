import type { WatcherState } from '../../../aggregates/watcher/watcher';
import type { NetworkQuestions, UndecidedDeposit } from '../../ports/chains/network-standing';
import type { Look, WatchDeps } from '../watch-deps';

interface Asked {
  readonly undecided: readonly UndecidedDeposit[];
  readonly gap: string | undefined;
  readonly receiver: string | undefined;
  readonly warning: string | undefined;
  readonly unfitAssets: readonly number[];
  readonly failing: string | undefined;
  readonly lagging: string | undefined;
}

export const questionsOf = (
  state: WatcherState,
  { undecided, gap, receiver, warning, unfitAssets, failing, lagging }: Asked,
): NetworkQuestions => {
  const finality = finalityText(state);
  return {
    ...(finality === null ? {} : { finality }),
    ...(undecided.length === 0 ? {} : { undecided }),
    ...(gap === undefined ? {} : { gap }),
    ...(receiver === undefined ? {} : { receiver }),
    ...(state.haltedAssets.length === 0 ? {} : { haltedAssets: state.haltedAssets }),
    ...(unfitAssets.length === 0 ? {} : { unfitAssets }),
    ...(warning === undefined ? {} : { warning }),
    ...(failing === undefined ? {} : { failing }),
    ...(lagging === undefined ? {} : { lagging }),
    ...(state.givenUp.deposits.length === 0 ? {} : { givenUp: state.givenUp.deposits }),
  };
};

const finalityText = ({ finality }: WatcherState): string | null => {
  switch (finality.standing) {
    case 'SOUND':
      return null;
    case 'QUESTIONED':
      return `every endpoint contradicts the final history since ${finality.since}`;
    case 'VIOLATED':
      return `final history has changed at height ${finality.height}; common up to ${finality.commonHeight ?? 'no height'}`;
    case 'ACCEPTED':
      return `the service checks the final history from height ${finality.fromHeight} again`;
  }
};

export const tellReceivers = (deps: WatchDeps, { cursor, heads }: Look): string | undefined => {
  const before = cursor?.questions.receiver;
  // Not every look asks for receivers.
  if (heads.receivers.length === 0) return before;
  const refused = heads.receivers.filter(({ refusal }) => refusal !== null);
  const now =
    refused.length === 0 ? undefined : refused.map(({ address, refusal }) => `${address}: ${refusal}`).join('; ');
  const { network } = deps.reader;
  if (now !== undefined && now !== before) deps.alert('A receiver cannot take payments', { network, receiver: now });
  return now;
};

export const warningOf = ({ cursor, heads }: Pick<Look, 'cursor' | 'heads'>): string | undefined => {
  if (heads.receivers.length === 0) return cursor?.questions.warning;
  const warnings = heads.receivers.flatMap(({ address, warning }) =>
    warning === undefined ? [] : [`${address}: ${warning}`],
  );
  return warnings.length === 0 ? undefined : warnings.join('; ');
};

/** Assets that a receiver cannot take, by id; an alert for each when it begins. */
export const tellUnfitAssets = (deps: WatchDeps, { cursor, heads }: Look): readonly number[] => {
  const before = cursor?.questions.unfitAssets ?? [];
  if (heads.receivers.length === 0) return before;
  const unfit = new Map(heads.receivers.flatMap((one) => one.unfit ?? []).map((one) => [one.assetId, one.reason]));
  const { network } = deps.reader;
  for (const [assetId, reason] of unfit) {
    if (before.includes(assetId)) continue;
    const facts = { network, assetId: assetId.toString(), reason };
    deps.alert('A receiver cannot take an asset: new intents of the asset are refused', facts);
  }
  return [...unfit.keys()].sort((one, other) => one - other);
};
