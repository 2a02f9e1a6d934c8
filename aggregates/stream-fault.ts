import { type RejectionError, rejection } from './rejection';

/**
 * FOREIGN: its revision 0 is not ours. GONE: deleted, truncated, or with a hole, or continued where it should have
 * begun. UNREADABLE: an event in a stream of ours that is not ours, of an unknown type, or not decodable. PARKED: as a
 * whole, for one of these. CLOSED: by an operator, for good.
 */
export type StreamFaultKind = 'FOREIGN' | 'GONE' | 'UNREADABLE' | 'PARKED' | 'CLOSED';

/** Forbids every decision on this stream. `message` is for operators; callers learn that the fault is not theirs. */
export type StreamFault = RejectionError & { readonly stream: string; readonly fault: StreamFaultKind };

const FOR_CALLERS = 'The record of this payment is damaged. The service continues after an operator has repaired it';

const CLOSED_FOR_CALLERS = 'The record of this payment was lost and closed. Operators settle the rest by hand';

const forCallers = (fault: StreamFaultKind): RejectionError =>
  fault === 'CLOSED' ? rejection('WRONG_STATE', CLOSED_FOR_CALLERS) : rejection('SERVICE_UNAVAILABLE', FOR_CALLERS);

export const streamFault = (stream: string, fault: StreamFaultKind, why: string): StreamFault =>
  Object.assign(forCallers(fault), {
    ...{ name: 'StreamFault', message: `Stream ${stream} is damaged: ${why}` },
    ...{ stream, fault },
  });

export const isStreamFault = (error: unknown): error is StreamFault =>
  error instanceof Error && error.name === 'StreamFault';

export const isClosedStream = (error: unknown): error is StreamFault =>
  isStreamFault(error) && error.fault === 'CLOSED';
