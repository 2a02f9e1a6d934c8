import { listWatched } from '../../../../infra/chains/stores/watched-networks';
import type { Session } from '../../wiring/session';

export interface Found {
  readonly kind: string;
  readonly id: string;
  readonly by: 'id' | 'transaction' | 'external id' | 'wallet' | 'reference';
  readonly partnerId: string | null;
  readonly mode: string | null;
  /** Start of its stream, ISO 8601. */
  readonly since: string;
}

/** All matches, which are few. `partnerId` narrows the search to one partner. */
export type Finder = (session: Session, text: string, partnerId: string | null) => Promise<readonly Found[]>;

export const foundLine = ({ kind, id, by, partnerId, mode, since }: Found): string =>
  [kind.padEnd(8), id, `by ${by}`, mode ?? 'no mode', `partner ${partnerId ?? 'none'}`, `since ${since}`].join('  ');

/** Networks that are or were watched. */
export const networkNames = async ({ adapters }: Session): Promise<readonly string[]> => {
  const watched = await listWatched(adapters.ports.query);
  return [...new Set([...adapters.offer.networks.map(({ name }) => name), ...watched.map(({ network }) => network)])];
};
