import type { Request, RequestHandler } from 'express';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { inTime } from '../../../packages/event-store/timing/time-limit';
import { stateOf } from '../request/request-state';
import type { CallbackDoor } from './callback-door';
import { mustBeAuthentic } from './receive-callback';

/** Shorter than the bank's own deadline, so that a late answer is a refusal. */
const DEADLINE_MS = 700;

type Asked = Pick<CallbackDoor, 'sources' | 'authorize'>;

/** Answers a bank that asks before it pays. An unreadable order, or one without a decision in time, is refused. */
export const authorizeOrder =
  (door: Asked, isFromProxy: (request: Request) => boolean): RequestHandler =>
  async (request, response) => {
    const source = mustBeAuthentic(door, 'bank', request, isFromProxy(request));
    const isApproved = await inTime(DEADLINE_MS, isOurs(door, source, request), () => false);
    if (response.headersSent) return;
    if (isApproved) response.status(200).json({ status: 'APPROVED' });
    else response.status(200).json({ status: 'REFUSED', refuseReason: 'This service does not know the order' });
  };

const isOurs = async ({ authorize }: Asked, source: CallbackSource, request: Request): Promise<boolean> => {
  const { body, deps, requestId } = stateOf(request);
  const order = source.readOrder?.(body) ?? null;
  const isApproved = order !== null && (await authorize(source.provider, order).catch((): false => false));
  const about = { requestId, provider: source.provider, providerKey: order?.key ?? null };
  if (!isApproved) deps.logger.warn(about, "the authorization of a bank's order was refused");
  return isApproved;
};
