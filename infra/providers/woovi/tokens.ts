import { z } from 'zod';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { unansweredIn } from './answers';
import type { Woovi } from './client';

/** A look-up of a key costs one token, of a missing key twenty; without tokens codes are not paid either. */
export interface Tokens {
  readonly tokens: number;
  readonly maxTokens: number;
}

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const shape = z.object({ tokens: count, maxTokens: count });

export const readTokens = async (woovi: Woovi, context: CallContext): Promise<Result<Tokens>> => {
  const told = await woovi.get(context, '/api/v1/pix-keys/tokens');
  const unanswered = unansweredIn(woovi, told);
  if (unanswered !== null) return unanswered;
  const read = shape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (read.success) return { ok: true, value: read.data };
  return failingAs(woovi)('UNAVAILABLE', 'PROTOCOL', 'Woovi does not report its tokens');
};

const KEPT_MS = 60_000;
/** A share of all tokens: below this share the rest is for payments. */
const SPARED_PART = 3;

/** Asked once a minute; false while unknown. */
export const createSparing = (woovi: Woovi): ((context: CallContext) => Promise<boolean>) => {
  const known = { atMs: Number.NEGATIVE_INFINITY, areEnough: false };
  return async (context) => {
    if (woovi.clock.now() - known.atMs < KEPT_MS) return known.areEnough;
    const said = await readTokens(woovi, context);
    known.areEnough = said.ok && said.value.tokens * SPARED_PART >= said.value.maxTokens;
    known.atMs = woovi.clock.now();
    return known.areEnough;
  };
};
