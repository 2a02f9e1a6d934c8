import type { z } from 'zod';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Client, Told } from './client';

interface Refusable<Shape> {
  readonly path: string;
  readonly body: object;
  readonly shape: Shape;
  /** Null: the bank has answered, or refused. */
  readonly unansweredIn: (client: Client, told: Told) => Failure | null;
}

/** Asks about a code or a boleto. REJECTED when the bank refuses the question. */
export const readRefusable = async <Shape extends z.ZodType>(
  client: Client,
  context: CallContext,
  { path, body, shape, unansweredIn }: Refusable<Shape>,
): Promise<Result<z.infer<Shape>>> => {
  const told = await client.post(context, path, body);
  const unanswered = unansweredIn(client, told);
  if (unanswered !== null) return unanswered;
  const isRefused = told.kind === 'ANSWERED' && told.status >= 400;
  if (isRefused) return failingAs(client)('REJECTED', 'CODE_INVALID', `${client.name} refuses the code`);
  const read = shape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (read.success) return { ok: true, value: read.data };
  return failingAs(client)('UNAVAILABLE', 'PROTOCOL', `${client.name} answered something of another shape`);
};
