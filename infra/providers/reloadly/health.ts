import { z } from 'zod';
import type { CallContext } from '../../../commands/ports/providers/result';
import type { Health } from '../health';
import { readRefusable } from '../http/read-refusable';
import { reaisShape } from '../http/reais';
import { unansweredIn } from './answers';
import { createReloadly, type ReloadlyOptions } from './client';

const shape = z.object({ balance: z.string(), currencyCode: z.string() });

/** Asks once for the balance, which is reported if the account is in reais. Moves no money. */
export const readHealth = async (options: ReloadlyOptions, context: CallContext): Promise<Health> => {
  const read = await readRefusable(createReloadly(options), context, {
    path: '/accounts/balance',
    shape,
    unansweredIn,
  });
  const cents = read.ok && read.value.currencyCode === 'BRL' ? reaisShape.safeParse(read.value.balance) : null;
  return {
    ...{ balanceCents: cents?.data ?? null, tokens: null },
    error: read.ok ? null : { code: read.code, message: read.message },
  };
};
