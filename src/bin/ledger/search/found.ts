import { listWatched } from '../../../../infra/chains/watched-networks';
import type { Session } from '../../session';

/** One thing that a search finds. */
export interface Found {
  readonly kind: string;
  readonly id: string;
  /** By what it was found. */
  readonly by: 'id' | 'transaction' | 'external id' | 'wallet' | 'reference';
  readonly partnerId: string | null;
  readonly mode: string | null;
  /** When its stream began, ISO 8601. */
  readonly since: string;
}

/** All that the text finds, few as they are. `partnerId` narrows it down to one partner's. */
export type Finder = (session: Session, text: string, partnerId: string | null) => Promise<readonly Found[]>;

export const foundLine = ({ kind, id, by, partnerId, mode, since }: Found): string =>
  [kind.padEnd(8), id, `by ${by}`, mode ?? 'no mode', `partner ${partnerId ?? 'none'}`, `since ${since}`].join('  ');

/** The networks that are watched, or were. */
export const networkNames = async ({ adapters }: Session): Promise<readonly string[]> => {
  const watched = await listWatched(adapters.ports.query);
  return [...new Set([...adapters.offer.networks.map(({ name }) => name), ...watched.map(({ network }) => network)])];
};
