import type { z } from 'zod';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Client, Told } from './client';

interface Refusable<Shape> {
  readonly path: string;
  /** Behind the path, and in no log. */
  readonly id?: string;
  readonly body?: object;
  readonly shape: Shape;
  /** Null: the provider has answered, or refused. */
  readonly unansweredIn: (client: Client, told: Told) => Failure | null;
  /** Meaning of a refusal; absent: the code is not payable. */
  readonly refused?: Failure;
}

/** Asks about a code, a boleto or an order. REJECTED, or `refused`, when the provider refuses the question. */
export const readRefusable = async <Shape extends z.ZodType>(
  client: Client,
  context: CallContext,
  { path, id, body, shape, unansweredIn, refused }: Refusable<Shape>,
): Promise<Result<z.infer<Shape>>> => {
  const told = body === undefined ? await client.get(context, path, id) : await client.post(context, path, body);
  const unanswered = unansweredIn(client, told);
  if (unanswered !== null) return unanswered;
  const isRefused = told.kind === 'ANSWERED' && told.status >= 400;
  if (isRefused) return refused ?? failingAs(client)('REJECTED', 'CODE_INVALID', `${client.name} refuses the code`);
  const read = shape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (read.success) return { ok: true, value: read.data };
  return failingAs(client)('UNAVAILABLE', 'PROTOCOL', `${client.name} gave an answer with an unknown format`);
};
