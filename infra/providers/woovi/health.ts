import { z } from 'zod';
import type { CallContext } from '../../../commands/ports/providers/result';
import type { Health } from '../health';
import { centsShape, unansweredIn } from './answers';
import { createWoovi, type WooviOptions } from './client';
import { readTokens } from './tokens';

const shape = z.object({
  accounts: z.array(z.object({ isDefault: z.boolean(), balance: z.object({ available: centsShape }) })),
});

/** Asks once for the balance and the tokens. Moves nothing. */
export const readHealth = async (options: WooviOptions, context: CallContext): Promise<Health> => {
  const woovi = createWoovi(options);
  const [told, tokens] = await Promise.all([woovi.get(context, '/api/v1/account/'), readTokens(woovi, context)]);
  const read = shape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  const account = read.success ? read.data.accounts.find(({ isDefault }) => isDefault) : undefined;
  const unanswered = unansweredIn(woovi, told) ?? (tokens.ok ? null : tokens);
  return {
    balanceCents: account?.balance.available ?? null,
    tokens: tokens.ok ? tokens.value : null,
    error: unanswered === null ? null : { code: unanswered.code, message: unanswered.message },
  };
};
