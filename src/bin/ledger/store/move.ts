import { InvalidArgumentError } from 'commander';
import { cancelMove, moveLedger } from '../../../../infra/pair/moving/move';
import { faultInEventStoreUrl } from '../../../event-store-url';
import { mustSayWhy, type OperatorOptions, print } from '../operator';
import { actorIn } from './actor';
import { EMBEDDED, nameOfTarget, withMove } from './moving';
import { inPlaces } from './places';

export interface MoveOptions extends OperatorOptions {
  readonly to?: string;
  readonly cancel?: boolean;
  readonly targetDestroyed?: boolean;
}

/** Of `--to`; a fault never says what the text holds. */
export const targetUrl = (text: string): string => {
  const fault = text === EMBEDDED ? undefined : faultInEventStoreUrl(text);
  if (fault !== undefined) throw new InvalidArgumentError(`It ${fault}, or be "${EMBEDDED}".`);
  return text;
};

/** `ledger store move`: a refusal exits with 1 and says what to do; broken off, the same command goes on. */
export const moveStore = (options: MoveOptions): Promise<void> =>
  options.cancel === true ? cancel(options) : move(options);

const move = async (options: MoveOptions): Promise<void> => {
  const { to, json } = options;
  if (to === undefined) throw new Error('ledger store move needs --to, the URL of the store that the ledger goes to');
  await inPlaces(async (places, logger) => {
    await actorIn(places, logger, options);
    await withMove({ places, logger, to }, (deps) => moveLedger(deps, nameOfTarget(to)));
  });
  const next = to === EMBEDDED ? 'without EVENTSTORE_URL' : 'with EVENTSTORE_URL of that store';
  print(json, { moved: nameOfTarget(to) }, [`The ledger is in ${nameOfTarget(to)}. Start every service ${next}.`]);
};

const cancel = async (options: MoveOptions): Promise<void> => {
  const reason = mustSayWhy('ledger store move --cancel', options);
  const to = options.targetDestroyed === true ? null : (options.to ?? null);
  if (to === null && options.targetDestroyed !== true) {
    throw new Error('ledger store move --cancel needs --to, or --target-destroyed where that store is gone for good');
  }
  await inPlaces(async (places, logger) => {
    const actor = await actorIn(places, logger, options);
    await withMove({ places, logger, to }, (deps) =>
      cancelMove(deps, { actor, reason, to: to === null ? null : nameOfTarget(to) }),
    );
  });
  print(options.json, { cancelled: true }, ['The move is cancelled. Services may start where the ledger is.']);
};
