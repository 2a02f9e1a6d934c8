import { z } from 'zod';
import type { CallContext } from '../../../commands/ports/providers/result';
import type { Health } from '../health';
import { reaisShape } from '../http/reais';
import { unansweredIn } from './answers';
import { type AsaasOptions, createAsaas } from './client';

const shape = z.object({ balance: reaisShape });

/** Asks once for the balance. Moves nothing. */
export const readHealth = async (options: AsaasOptions, context: CallContext): Promise<Health> => {
  const asaas = createAsaas(options);
  const told = await asaas.get(context, '/finance/balance');
  const read = shape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  const unanswered = unansweredIn(asaas, told);
  return {
    ...{ balanceCents: read.success ? read.data.balance : null, tokens: null },
    error: unanswered === null ? null : { code: unanswered.code, message: unanswered.message },
  };
};
