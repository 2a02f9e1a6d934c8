import { type FaultyServer, openFaultyServer, type ServedAnswer, type ServedRequest } from './faulty-server';
import type { Ledger, StoredAccount, StoredOperation, StoredTransaction } from './horizon-ledger';

export type HorizonFault = 'refuseRanges' | 'empty' | 'repeat' | 'prune' | 'goBack' | 'otherChain';

export interface ServedHorizon extends FaultyServer {
  chainFault: HorizonFault | null;
  /** Changes answers; undefined leaves the answer as it is. */
  lie: (path: string, body: unknown) => unknown;
  /** Status of every answer, whatever its body; null for the normal one. */
  statusOfAll: number | null;
}

const NOT_FOUND: ServedAnswer = {
  status: 404,
  body: { type: 'https://stellar.org/horizon-errors/not_found', title: 'Resource Missing', status: 404 },
};
const REFUSED: ServedAnswer = {
  status: 400,
  body: { type: 'https://stellar.org/horizon-errors/bad_request', title: 'Bad Request', status: 400 },
};
const BEHIND = 2n;

const page = (records: readonly unknown[]): ServedAnswer => ({ body: { _links: {}, _embedded: { records } } });

const accountRecord = (address: string, { balance, trustlines, frozen, data }: StoredAccount) => ({
  ...{ _links: {}, id: address, account_id: address, data },
  balances: [
    ...trustlines.map((asset) => ({
      ...{ asset_type: asset.getAssetType(), asset_code: asset.getCode(), asset_issuer: asset.getIssuer() },
      ...{ balance: '0.0000000', is_authorized: !frozen.includes(asset) },
    })),
    { asset_type: 'native', balance },
  ],
});

type Listed = readonly [StoredTransaction, StoredOperation];

const paymentsIn = ({ transactions }: Ledger): readonly Listed[] =>
  transactions.flatMap((one) =>
    one.isSuccessful
      ? one.operations.filter(({ isPayment }) => isPayment).map((operation) => [one, operation] as const)
      : [],
  );

const recordOf = ([transaction, { record }]: Listed, join: boolean) =>
  join ? { ...record, transaction: transaction.recordFor(transaction.hashes[0]!) } : record;

interface Asked {
  readonly ledger: Ledger;
  readonly fault: HorizonFault | null;
  readonly query: URLSearchParams;
}

const root = ({ ledger, fault }: Asked): ServedAnswer => {
  const { height, elder, passphrase, protocolVersion } = ledger;
  const latest = fault === 'goBack' ? height - BEHIND : height;
  return {
    body: {
      ...{ _links: {}, horizon_version: '23.0.0', history_latest_ledger: Number(latest) },
      history_elder_ledger: Number(fault === 'prune' ? height : elder),
      network_passphrase: fault === 'otherChain' ? 'Another Network' : passphrase,
      current_protocol_version: protocolVersion,
    },
  };
};

const ledgerRecord = ({ ledger }: Asked, [digits = '']: readonly string[]): ServedAnswer => {
  const height = BigInt(digits);
  if (height > ledger.height || height < ledger.elder) return NOT_FOUND;
  const hash = ledger.hashAt(height);
  return { body: { _links: {}, id: hash, hash, sequence: Number(height), closed_at: ledger.timeAt(height) } };
};

const payments = ({ ledger, fault, query }: Asked, [address = '']: readonly string[]): ServedAnswer => {
  if (fault === 'refuseRanges') return REFUSED;
  if (!ledger.accounts.has(address)) return NOT_FOUND;
  const cursor = BigInt(query.get('cursor') ?? '0');
  const all = paymentsIn(ledger).filter(([, { id, accounts }]) => id > cursor && accounts.includes(address));
  const told = all.slice(0, Number(query.get('limit') ?? '10')).map((one) => recordOf(one, query.has('join')));
  if (fault === 'empty') return page([]);
  return page(fault === 'repeat' ? told.flatMap((one) => [one, one]) : told);
};

const transactionOf = ({ ledger }: Asked, hash = ''): StoredTransaction | undefined =>
  ledger.transactions.find(({ hashes }) => hashes.includes(hash));

const HANDLERS: readonly (readonly [RegExp, (asked: Asked, parts: readonly string[]) => ServedAnswer])[] = [
  [/^\/$/, root],
  [/^\/ledgers\/(\d+)$/, ledgerRecord],
  [
    /^\/accounts\/(\w+)$/,
    ({ ledger }, [address = '']) => {
      const account = ledger.accounts.get(address);
      return account === undefined ? NOT_FOUND : { body: accountRecord(address, account) };
    },
  ],
  [/^\/accounts\/(\w+)\/payments$/, payments],
  [
    /^\/transactions\/(\w+)$/,
    (asked, [hash = '']) => {
      const found = transactionOf(asked, hash);
      return found === undefined ? NOT_FOUND : { body: found.recordFor(hash) };
    },
  ],
  [
    /^\/transactions\/(\w+)\/payments$/,
    (asked, [hash = '']) => {
      const found = transactionOf(asked, hash);
      const listed = paymentsIn(asked.ledger).filter(([one]) => one === found);
      return found === undefined
        ? NOT_FOUND
        : page(listed.map(([, { record }]) => ({ ...record, transaction_hash: hash })));
    },
  ],
  [
    /^\/operations\/(\d+)\/effects$/,
    ({ ledger }, [id = '']) => {
      const found = paymentsIn(ledger).find(([, operation]) => operation.id === BigInt(id));
      return found === undefined ? NOT_FOUND : page(found[1].effects);
    },
  ],
];

const answerTo = (asked: Asked, pathname: string): ServedAnswer => {
  for (const [pattern, handle] of HANDLERS) {
    const match = pattern.exec(pathname);
    if (match !== null) return handle(asked, match.slice(1));
  }
  return NOT_FOUND;
};

/** Horizon's HTTP shapes over a ledger in memory. */
export const openHorizon = async (ledger: Ledger): Promise<ServedHorizon> => {
  const faults: Pick<ServedHorizon, 'chainFault' | 'lie' | 'statusOfAll'> = {
    chainFault: null,
    lie: () => undefined,
    statusOfAll: null,
  };
  const server = await openFaultyServer(({ path }: ServedRequest) => {
    if (horizon.statusOfAll !== null) return { status: horizon.statusOfAll, body: { status: horizon.statusOfAll } };
    const { pathname, searchParams: query } = new URL(path, 'http://horizon');
    const answer = answerTo({ ledger, fault: horizon.chainFault, query }, pathname);
    const lie = horizon.lie(path, answer.body);
    return lie === undefined ? answer : { body: lie };
  });
  // The server reads its own fault: one object has both switches.
  const horizon: ServedHorizon = Object.assign(server, faults);
  return horizon;
};
