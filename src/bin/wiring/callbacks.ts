import { authorizePayout } from '../../../commands/payout/authorize-payout';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { chainSource } from '../../../infra/callbacks/chain-source';
import { sandboxSource } from '../../../infra/providers/sandbox/callback-wire';
import type { CallbackDoor } from '../../http/callbacks/callback-door';
import { streamOfPayout } from '../../reads/lookups';
import type { Adapters } from './adapters';
import { bankSources } from './banks/banks';
import { identitySources } from './identity/identities';

type CallbackAdapters = Pick<Adapters, 'secrets' | 'ports' | 'banks' | 'identities'>;

/** A new provider is a folder and a line here. */
const callbackSourcesOf = ({ secrets, ports, banks, identities }: CallbackAdapters): readonly CallbackSource[] => [
  sandboxSource('bank', secrets.sandboxCallbacks, ports.clock),
  sandboxSource('kyc', secrets.sandboxCallbacks, ports.clock),
  ...bankSources(banks),
  ...identitySources(identities),
  ...[...secrets.chainCallbacks].map(([source, own]) => chainSource(source, own, ports.clock)),
];

export const callbackDoorOf = (
  adapters: CallbackAdapters & Pick<Adapters, 'pair'>,
  onStored: () => void,
): CallbackDoor => ({
  sources: callbackSourcesOf(adapters),
  store: adapters.ports.callbackInbox.store,
  mayStore: adapters.pair.mayWork,
  onStored,
  authorize: authorizePayout({ ...adapters.ports, streamOfPayout: streamOfPayout(adapters.ports.query) }),
});
