import { cashout } from '../../../aggregates/cashout/cashout';
import { streamNameOf } from '../../../aggregates/stream';
import { isStreamFault } from '../../../aggregates/stream-fault';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import { isLocalNetwork } from '../../../infra/catalog/local-network';
import { readCheckpoint } from '../../../infra/projections/waiting/checkpoints';
import { listOpenReceivers, type OpenReceiver } from '../../../read-models/matching/reconciliation-intents';
import type { Adapters } from '../wiring/adapters';

type Known = Pick<Adapters, 'pool' | 'offer'> & {
  readonly ports: Pick<Adapters['ports'], 'eventStore' | 'query'>;
};

/** Throws when NETWORKS_FILE lacks an open intent's receiver: a payment would be missed. Local chains are exempt. */
export const mustWatchOpenReceivers = async (known: Known): Promise<void> => {
  const isWatched = watchedIn(known.offer.networks);
  const projected = (await listOpenReceivers(known.ports.query)).filter((open) => !isWatched(open));
  const forgotten = [...projected, ...(await openedSince(known, isWatched))];
  const [first] = forgotten;
  if (first === undefined) return;
  const same = forgotten.filter(({ network, receiver }) => network === first.network && receiver === first.receiver);
  const count = same.reduce((sum, { intents }) => sum + intents, 0);
  throw new Error(
    `NETWORKS_FILE: ${first.network}: receivers: ${first.receiver} is missing, but ${count} open intents use it. Keep it in the list until they are paid or expired (the first receiver is for new intents)`,
  );
};

type Watched = (open: Pick<OpenReceiver, 'network' | 'receiver'>) => boolean;

const watchedIn = (networks: Adapters['offer']['networks']): Watched => {
  const receivers = new Map(networks.map(({ name, receivers: own }) => [name, own]));
  return ({ network, receiver }) => receivers.get(network)?.includes(receiver) ?? isLocalNetwork(network);
};

/** Intents that the projection has not reached, as after a killed process. */
const openedSince = async ({ pool, ports }: Known, isWatched: Watched): Promise<readonly OpenReceiver[]> => {
  const { position } = await readCheckpoint(pool, 'reconciliation');
  const open: OpenReceiver[] = [];
  for await (const event of ports.eventStore.readAll(position, { typePrefixes: ['CashoutIntentCreated'] })) {
    if (event.type !== 'CashoutIntentCreated' || isWatched(event.data)) continue;
    const { intentId, network, receiver } = event.data;
    if (event.stream !== streamNameOf(cashout, intentId)) continue;
    if (await isOpen(ports, intentId)) open.push({ network, receiver, intents: 1 });
  }
  return open;
};

/** An intent with a faulty stream counts as open: its end is unknown. */
const isOpen = async ({ eventStore }: Known['ports'], intentId: string): Promise<boolean> => {
  try {
    return (await stateOf(eventStore, cashout, intentId)).status === 'PENDING';
  } catch (error) {
    if (isStreamFault(error)) return true;
    throw error;
  }
};
