import type { Clock } from '../../commands/ports/clock';
import type { CallbackHint, CallbackSource } from '../../commands/ports/providers/callback-source';
import { jsonObjectIn, textIn } from './read-json';
import { hmacScheme } from './schemes/hmac';
import { OWN_SCHEME } from './schemes/own';

const MOST_ITEMS = 100;

type Item = Readonly<Record<string, unknown>>;

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

const hintOf = (item: Item): readonly CallbackHint[] => {
  const [network, txHash] = [textIn(item, 'network'), textIn(item, 'txHash')];
  return network === '' || txHash === '' ? [] : [{ kind: 'transaction', key: `${network}:${txHash}` }];
};

/** `{network, txHash}`, or `{items: [{network, txHash}, ..]}` with at most 100. `secrets`: all valid ones. */
export const chainSource = (source: string, secrets: readonly string[], clock: Pick<Clock, 'now'>): CallbackSource => ({
  ...{ surface: 'chain', provider: source },
  isAuthentic: hmacScheme({ ...OWN_SCHEME, clock, secrets }),
  read: (body) => {
    const said = jsonObjectIn(body);
    const items = said === null ? [] : Array.isArray(said['items']) ? said['items'].filter(isItem) : [said];
    const hints = items.slice(0, MOST_ITEMS).flatMap(hintOf);
    return hints.length === 0 ? null : { eventId: null, hints };
  },
});
