import type { Metadata, Recorded } from '../../aggregates/events';
import type { LedgerIdentityEvent } from '../../aggregates/ledger/events';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';
import type { Proposed } from '../../commands/ports/event-store';
import type { ComingEvent, IdentityEvent } from '../../commands/ports/pair';

const atOf = (event: LedgerIdentityEvent): string => {
  switch (event.type) {
    case 'LedgerOpened':
      return event.data.openedAt;
    case 'LedgerLed':
      return event.data.ledAt;
    case 'LedgerAttached':
      return event.data.attachedAt;
    case 'LedgerMoved':
      return event.data.movedAt;
    case 'LedgerMoveCancelled':
      return event.data.cancelledAt;
  }
};

const whoOf = ({ data }: LedgerIdentityEvent): Pick<Metadata, 'actor' | 'reason'> =>
  'actor' in data
    ? { actor: { kind: 'operator', id: data.actor }, reason: data.reason }
    : { actor: { kind: 'system', id: 'pair' }, reason: null };

/** Equal for each repetition: id and metadata come from the row. */
export const proposedIdentity = ({ id, event }: ComingEvent): Proposed => ({
  ...event,
  id,
  metadata: {
    ...{ $correlationId: id, $causationId: id, partnerId: null, subjectId: null, mode: null, requestId: null },
    ...whoOf(event),
    ...{ at: atOf(event), schemaVersion: SCHEMA_VERSIONS[event.type], ledgerId: event.data.ledgerId },
  },
});

const TYPES: { readonly [Type in LedgerIdentityEvent['type']]: true } = {
  LedgerOpened: true,
  LedgerLed: true,
  LedgerAttached: true,
  LedgerMoved: true,
  LedgerMoveCancelled: true,
};

/** Rejects an event that does not belong to the identity stream. */
export const identityEventOf = ({ id, revision, ...event }: Recorded): IdentityEvent => {
  if (!Object.hasOwn(TYPES, event.type)) {
    throw new Error(`ledger-identity@${revision} is not an identity event: ${event.type}`);
  }
  const { type, data } = event as LedgerIdentityEvent;
  return { id, revision, type, data } as IdentityEvent;
};
