import type { CashinFacts } from '../../../aggregates/cashin/state';
import { asked } from '../../payout/outcome/payout-answer';
import type { AskedCharge, Charge, ChargeProvider } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';
import { type CashinDeps, callFor, PROVIDER_GONE, streamOfCashin } from '../cashin-step';
import { believedCharge } from './believed-charge';

/** The provider that made the charge, and no other. An alert reports it when it is not configured. */
export const chargerOf = (deps: CashinDeps, { intentId, chargeProvider, mode }: CashinFacts): ChargeProvider | null => {
  const provider = deps.chargeProviders.named(chargeProvider, mode);
  if (provider === null) deps.alert(PROVIDER_GONE, { stream: streamOfCashin(intentId), provider: chargeProvider });
  return provider;
};

const chargeOf = ({ intentId, amountCents }: CashinFacts): AskedCharge => ({
  ...{ idempotencyKey: intentId, amount: BigInt(amountCents) },
});

export const hearOfCharge = (
  deps: Pick<CashinDeps, 'clock'>,
  facts: CashinFacts,
  provider: ChargeProvider,
): Promise<Result<Charge>> => asked(provider.name, () => provider.get(callFor(deps, facts), chargeOf(facts)));

export const askCharge = async (
  deps: CashinDeps,
  facts: CashinFacts,
  provider: ChargeProvider,
): Promise<Result<Charge>> => believedCharge({ ...deps, facts }, await hearOfCharge(deps, facts, provider));

export const cancelCharge = async (
  deps: CashinDeps,
  facts: CashinFacts,
  provider: ChargeProvider,
): Promise<Result<Charge>> => {
  const said = await asked(provider.name, () => provider.cancel(callFor(deps, facts), chargeOf(facts)));
  return believedCharge({ ...deps, facts }, said);
};
