import type { Operator } from '../../../aggregates/operator/operators';
import { rejection } from '../../../aggregates/rejection';
import { sha256Hex } from '../../handling/secrets';
import type { Clock } from '../../ports/clock';
import type { ExpiringValues } from '../../ports/expiring-values';
import type { Ids } from '../../ports/ids';
import { type Reading, sameOperator } from '../find-operator';

/** How long a link of `ledger console login` works. */
export const LINK_TTL_SECONDS = 300;

export interface KeptLink extends Pick<Operator, 'operatorName' | 'addedAt'> {
  /** Null: valid as long as the process that keeps it. */
  readonly expiresAt: string | null;
}

export interface SignInLinks {
  readonly find: (tokenHash: string) => Promise<KeptLink | null>;
  /** Succeeds for one caller; null for every other. */
  readonly take: (tokenHash: string) => Promise<KeptLink | null>;
}

export interface SignInLink {
  readonly operator: Operator;
  readonly expiresAt: string | null;
}

type Expiring = Pick<ExpiringValues, 'put' | 'read' | 'take'>;

const keyOf = (tokenHash: string): string => `console-link:${tokenHash}`;

export const makeSignInLink =
  (deps: { readonly expiring: Pick<Expiring, 'put'>; readonly ids: Ids; readonly clock: Clock }) =>
  async ({ operatorName, addedAt }: Pick<Operator, 'operatorName' | 'addedAt'>): Promise<string> => {
    const token = deps.ids.hex(32);
    const expiresAt = new Date(deps.clock.now() + LINK_TTL_SECONDS * 1_000).toISOString();
    const kept: KeptLink = { operatorName, addedAt, expiresAt };
    await deps.expiring.put(keyOf(sha256Hex(token)), JSON.stringify(kept), LINK_TTL_SECONDS);
    return token;
  };

export const signInLinks = (expiring: Expiring, standing: ReadonlyMap<string, KeptLink>): SignInLinks => ({
  find: async (tokenHash) => standing.get(tokenHash) ?? read(await expiring.read(keyOf(tokenHash))),
  take: async (tokenHash) => {
    const found = standing.get(tokenHash);
    if (found !== undefined) return found;
    const value = await expiring.read(keyOf(tokenHash));
    return value !== null && (await expiring.take(keyOf(tokenHash), value)) ? read(value) : null;
  },
});

const read = (value: string | null): KeptLink | null => (value === null ? null : (JSON.parse(value) as KeptLink));

/** Leaves the link as it is. Refuses LINK_NOT_VALID. */
export const lookAtLink =
  (deps: OpeningDeps & { readonly links: Pick<SignInLinks, 'find'> }) =>
  async (token: string): Promise<SignInLink> =>
    opened(deps, await deps.links.find(sha256Hex(token)));

export interface OpeningDeps {
  readonly eventStore: Reading;
  readonly clock: Clock;
}

/** The operator of the link must not have been revoked since. Refuses LINK_NOT_VALID. */
export const opened = async ({ eventStore, clock }: OpeningDeps, kept: KeptLink | null): Promise<SignInLink> => {
  const isGood = kept !== null && (kept.expiresAt === null || clock.now() < Date.parse(kept.expiresAt));
  const operator = isGood ? await sameOperator(eventStore, kept.operatorName, kept.addedAt) : null;
  if (!isGood || operator === null) throw rejection('LINK_NOT_VALID', NOT_VALID);
  return { operator, expiresAt: kept.expiresAt };
};

const NOT_VALID = 'The link was used, has run out, or is for an operator who was revoked; make another one';
