import type { CashinIntentCreated } from '../../../aggregates/cashin/events';
import type { Sealed } from '../../../aggregates/sealed';
import type { Clock } from '../../ports/clock';
import type { KeyVault } from '../../ports/key-vault';
import type { ChargeProvider, ChargeRequest } from '../../ports/providers/charge-provider';
import type { Payer } from './payer';

export interface ChargeRequestDeps {
  readonly vault: Pick<KeyVault, 'open'>;
  readonly clock: Clock;
}

export interface Requested {
  readonly intent: CashinIntentCreated;
  readonly payer: Payer | null;
}

/** Callers wait for the answer (specification, part 7: 10 to 15 s). */
export const CALL_TIMEOUT_MS = 4_000;

const openedPayer = async (vault: Pick<KeyVault, 'open'>, sealed: Sealed): Promise<Payer | null> => {
  const opened = await vault.open(sealed);
  return opened === null ? null : (JSON.parse(opened) as Payer);
};

/** Null when the sealed data are gone. */
export const requestOf = async (
  { vault, clock }: ChargeRequestDeps,
  { kinds }: Pick<ChargeProvider, 'kinds'>,
  { intent, payer: known }: Requested,
): Promise<ChargeRequest | null> => {
  const { intentId, amountCents, expiresAt, split, scenario } = intent;
  const payer = known ?? (await openedPayer(vault, intent.payer));
  const pixKey = split === null ? null : await vault.open(split.pixKey);
  if (payer === null || (split !== null && pixKey === null)) return null;
  const { name, taxId, email } = payer;
  const lastMoment = Math.min(clock.now() + CALL_TIMEOUT_MS, Date.parse(expiresAt));
  return {
    ...{ idempotencyKey: intentId, amount: BigInt(amountCents), expiresAt },
    payer: { taxId, ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) },
    ...(split === null || pixKey === null || !kinds.includes('PIX_SPLIT')
      ? {}
      : { split: { pixKey, amount: BigInt(split.amountCents) } }),
    notAfter: new Date(lastMoment).toISOString(),
    ...(scenario === undefined ? {} : { scenario }),
  };
};
