import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedNode } from '../../closed/node';
import type { ClosedWatch } from '../../closed/watch';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';
import { lookAtAccounts } from './accounts';
import { connectCalls, type StellarCalls } from './calls';
import { ledgerAt, mustHaveLedger, type Root, rootOf } from './ledgers';
import { readOne, readPage } from './page';
import type { WarnOnce } from './warn-once';

/** The last protocol whose envelopes the SDK decodes. */
const KNOWN_PROTOCOL = 26;

/** Every scan reads the root document: the scan's head and the check of its page come from it. */
const createRoots = (calls: StellarCalls) => {
  let last: Root | null = null;
  const due = new Set<'head' | 'page'>();
  return {
    look: async (): Promise<Root> => {
      last = await rootOf(calls);
      due.add('head').add('page');
      return last;
    },
    forHead: async (): Promise<Root> => (last !== null && due.delete('head') ? last : rootOf(calls)),
    forPage: async (to: bigint): Promise<Root> => (last?.latest === to && due.delete('page') ? last : rootOf(calls)),
  };
};

/** Connects a Horizon. Throws on an invalid URL, without repeating it. */
export const connectStellarNode = (endpoint: EndpointOptions, watch: ClosedWatch, warnOnce: WarnOnce): ClosedNode => {
  const calls = connectCalls(endpoint);
  const roots = createRoots(calls);
  let head: ChainHead | null = null;
  const scope = {
    ...{ calls, watch },
    root: roots.forPage,
    rememberedHead: (height: bigint) => (head?.height === height ? head : null),
  };
  return {
    ...{ label: calls.label, close: calls.close },
    identity: async () => {
      const { passphrase, protocolVersion } = await roots.look();
      if (protocolVersion !== null && protocolVersion > KNOWN_PROTOCOL) {
        const facts = { network: watch.network, protocolVersion };
        warnOnce('protocol', facts, 'The network has a newer protocol than this version supports');
      }
      return passphrase;
    },
    head: async () => {
      head = await mustHaveLedger(calls, (await roots.forHead()).latest);
      return head;
    },
    hashAt: async (height) => (await ledgerAt(calls, height))?.hash ?? null,
    receivers: (accounts) => lookAtAccounts(scope, accounts),
    page: (request) => readPage(scope, request),
    transaction: (txid) => readOne(scope, txid),
  };
};
