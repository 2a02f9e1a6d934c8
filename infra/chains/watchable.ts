import type { Asset } from '../../commands/ports/chains/catalog';
import { FAMILIES } from './families';
import type { Objection } from './family';
import type { NetworkSettings } from './network-settings';

type Watchable = Pick<
  NetworkSettings,
  'name' | 'family' | 'rpcUrls' | 'watchNative' | 'finality' | 'expiryGraceSeconds' | 'local'
>;

const objectionToClosed = (
  { family, finality, expiryGraceSeconds, local }: Watchable,
  leastGraceSeconds: number,
): Objection | null => {
  if (finality !== 'finalized') {
    return { key: 'finality', detail: `the ${family} family is read at finality only: "finalized"` };
  }
  if (local || expiryGraceSeconds >= leastGraceSeconds) return null;
  const detail = `${expiryGraceSeconds} s is shorter than the ${leastGraceSeconds} s that the ${family} family needs`;
  return { key: 'expiryGraceSeconds', detail };
};

/** The reason why the watcher would not see payments here, or null. URLs may hold keys and are not repeated. */
export const objectionToWatching = (
  network: Watchable,
  assets: readonly Pick<Asset, 'network'>[],
): Objection | null => {
  const { name, family, rpcUrls, watchNative } = network;
  const { watching } = FAMILIES[family];
  const { urlSchemes } = watching;
  const refused = rpcUrls.findIndex((url) => !urlSchemes.includes(new URL(url).protocol));
  if (refused >= 0) {
    const known = urlSchemes.map((scheme) => `${scheme}//`).join(', ');
    return { key: `rpcUrls[${refused}]`, detail: `the scheme must be one of ${known}` };
  }
  const closed = watching.closed === undefined ? null : objectionToClosed(network, watching.closed.leastGraceSeconds);
  if (closed !== null) return closed;
  if (watchNative || assets.some(({ network }) => network === name)) return null;
  return {
    key: 'name',
    detail: `the catalog offers no asset on ${name}; watchNative reads it for its coin all the same`,
  };
};
