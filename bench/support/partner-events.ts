import type { LedgerEvent } from '../../aggregates/events';
import { PARTNER, propose } from '../seeds/ledger';
import type { World } from './world';

/** Settings with which webhooks may go to loopback, signed with an unused secret. */
export const WEBHOOKS_TO_LOOPBACK = {
  WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  WEBHOOK_GLOBAL_SECRET: `whsec_${'A'.repeat(32)}`,
};

interface WantedDestination {
  readonly url: string;
  /** Absent: all of them. */
  readonly events?: readonly string[];
}

/** `revision` is the last one of the partner's stream, or -1. */
export const registerDestination = async (
  world: World,
  partnerId: string,
  revision: number,
  { url, events = [] }: WantedDestination,
): Promise<void> => {
  const registeredAt = new Date().toISOString();
  const said = { partnerId, mode: PARTNER.mode, url, events, headers: null, headerNames: [], registeredAt };
  const registered: LedgerEvent[] = [
    ...(revision < 0
      ? [{ type: 'PartnerOnboarded', data: { partnerId, name: 'Hanging', onboardedAt: registeredAt } } as const]
      : []),
    { type: 'DestinationRegistered', data: said },
  ];
  const written = registered.map((event) => propose(event, null, partnerId));
  const expected = revision < 0 ? 'no_stream' : revision;
  const { outcome } = await world.eventStore.append(`partner-${partnerId}`, expected, written);
  if (outcome !== 'appended') throw new Error(`The destination could not be registered: ${outcome}`);
};
