import { type RejectionError, rejection } from './rejection';

/** FOREIGN: not ours at revision 0. GONE: deleted or truncated. UNREADABLE: a strange event. CLOSED: by an operator. */
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
