import { providerKeyOf } from '../../../../commands/handling/deterministic-ids';
import type { Payout, PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { about, failed, payout, scriptedProvider } from '../../../doubles/scripted-provider';

export const KEYS = [1, 2, 3, 4, 5, 6, 7].map((attempt) => providerKeyOf('cid1', attempt));
export const nobodyKnows = failed('NOT_FOUND');

/** A provider with these answers, one for each attempt in order; every other attempt is unknown to it. */
export const knowing = (
  answers: readonly Result<Payout>[],
  rest: { readonly name?: string; readonly list?: Result<readonly Payout[]> } = {},
) => {
  const bank = scriptedProvider({ create: [payout('SETTLED')], name: rest.name ?? 'sandbox', ...rest });
  const askedKeys: string[] = [];
  const provider: PayoutProvider = {
    ...bank.provider,
    get: async (_context, { idempotencyKey: key }) => {
      askedKeys.push(key);
      return about(key, answers[KEYS.indexOf(key)] ?? nobodyKnows);
    },
  };
  return { ...bank, provider, askedKeys };
};
