import type { OpsHit, OpsHits } from '../../wire';
import { depositPath, NETWORKS, partnerPath, paymentPath, userPath } from '../frame/paths';

const PAYMENTS: readonly OpsHit['kind'][] = ['CASHOUT', 'CASHIN', 'WITHDRAW'];

const isPayment = ({ kind }: OpsHit): boolean => PAYMENTS.includes(kind);

/** The payment to open at once; null where there is a choice. */
export const onlyPaymentIn = ({ hits, hasMore }: OpsHits): string | null => {
  const [only, ...others] = hits;
  return only !== undefined && others.length === 0 && !hasMore && isPayment(only) ? only.id : null;
};

export interface HitGroup {
  readonly kind: OpsHit['kind'];
  readonly hits: readonly OpsHit[];
}

/** By kind, in the order of the first of each. */
export const groupsOf = (hits: readonly OpsHit[]): readonly HitGroup[] =>
  [...new Set(hits.map(({ kind }) => kind))].map((kind) => ({ kind, hits: hits.filter((hit) => hit.kind === kind) }));

/** The page of what was found; null for what has none. */
export const pageOf = ({ kind, id }: OpsHit): string | null => {
  if (PAYMENTS.includes(kind)) return paymentPath(id);
  const pathOf = { USER: userPath, PARTNER: partnerPath, DEPOSIT: depositPath }[kind as string];
  return kind === 'NETWORK' ? NETWORKS : (pathOf?.(id) ?? null);
};
