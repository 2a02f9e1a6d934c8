import type { Clock } from '../ports/clock';
import type { ExpiringValues } from '../ports/expiring-values';
import type { Ids } from '../ports/ids';
import { sha256Hex } from './secrets';

export interface ExpiringLink {
  /** Null: valid while the process runs. */
  readonly expiresAt: string | null;
}

type LinkKind = 'console-link' | 'member-link';

export interface SignInLinks<Link extends ExpiringLink> {
  /** Does not use the link; null for an expired one. */
  readonly find: (token: string) => Promise<Link | null>;
  /** Uses the link unless it is standing: succeeds for one caller; null for every other. */
  readonly take: (token: string) => Promise<Link | null>;
}

export interface KeepLinkDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly expiring: Pick<ExpiringValues, 'put'>;
}

const keyOf = (kind: LinkKind, token: string): string => `${kind}:${sha256Hex(token)}`;

export const keepLink = async (
  { clock, ids, expiring }: KeepLinkDeps,
  kind: LinkKind,
  holder: object,
  ttlSeconds: number,
): Promise<{ readonly token: string; readonly expiresAt: string }> => {
  const token = ids.hex(32);
  const expiresAt = new Date(clock.now() + ttlSeconds * 1_000).toISOString();
  await expiring.put(keyOf(kind, token), JSON.stringify({ ...holder, expiresAt }), ttlSeconds);
  return { token, expiresAt };
};

interface SignInLinksDeps {
  readonly clock: Clock;
  readonly expiring: Pick<ExpiringValues, 'read' | 'take'>;
}

/** @param standing links of this process, by the hashes of their tokens */
export const signInLinks = <Link extends ExpiringLink>(
  { clock, expiring }: SignInLinksDeps,
  kind: LinkKind,
  standing: ReadonlyMap<string, Link>,
): SignInLinks<Link> => {
  const valid = (kept: Link): Link | null =>
    kept.expiresAt !== null && clock.now() >= Date.parse(kept.expiresAt) ? null : kept;
  const open = async (token: string, isTaken: boolean): Promise<Link | null> => {
    const found = standing.get(sha256Hex(token));
    if (found !== undefined) return valid(found);
    const key = keyOf(kind, token);
    const value = await expiring.read(key);
    if (value === null || (isTaken && !(await expiring.take(key, value)))) return null;
    return valid(JSON.parse(value) as Link);
  };
  return { find: (token) => open(token, false), take: (token) => open(token, true) };
};
