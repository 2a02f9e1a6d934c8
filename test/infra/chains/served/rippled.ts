import type { Clock } from '../../../../commands/ports/clock';
import { type FaultyServer, openFaultyServer, type ServedAnswer } from './faulty-server';
import {
  type Account,
  createChain,
  type Fields,
  isoOf,
  type Ledger,
  type RippledLedger,
  type Row,
  type TrustLine,
  textOf,
} from './rippled-ledger';

/** Faults that need knowledge of the chain. */
export type RippledFault = 'refuseRanges' | 'empty' | 'repeat' | 'prune' | 'goBack' | 'otherChain';

export interface ServedRippled extends Pick<FaultyServer, 'requests' | 'close' | 'url'> {
  readonly server: FaultyServer;
  fault: RippledFault | null;
  /** Replaces the result of a call; unset for the normal one. */
  lie: (method: string, result: Fields, params: Fields) => Fields;
  /** The most rows of an answer to `account_tx`. */
  mostRows: number;
  readonly ledgers: readonly Ledger[];
  /** Gives the account so many drops more. */
  readonly fund: (address: string, drops: bigint) => Account;
  readonly trust: (holder: string, currency: string, issuer: string) => TrustLine;
  /** Applies a signed transaction to the open ledger, and answers its result code. Throws on a false signature. */
  readonly submit: (blob: string) => string;
  /** Closes ledgers, the first with what was submitted. */
  readonly closeLedgers: (count?: number) => void;
}

const refusal = (error: string): Fields => ({ error, error_code: 1, error_message: error, status: 'error' });

/** A transaction as API version 2 returns it. */
const toldFields = ({ Amount, ...rest }: Fields, ledger: Ledger): Fields => ({
  ...rest,
  ...(rest['TransactionType'] === 'Payment' ? { DeliverMax: Amount } : { Amount }),
  date: ledger.closeTime,
  ledger_index: ledger.index,
});

const entryOf = ({ hash, tx_json, meta }: Row, ledger: Ledger): Fields => ({
  ...{ hash, meta, tx_json: toldFields(tx_json, ledger), validated: true },
  ...{ ledger_index: ledger.index, ledger_hash: ledger.hash, close_time_iso: isoOf(ledger.closeTime) },
});

type Behaviour = Pick<ServedRippled, 'fault' | 'mostRows'>;

/** The history that a fault leaves. */
const knownOf = ({ ledgers }: RippledLedger, fault: RippledFault | null): readonly Ledger[] => {
  if (fault === 'goBack') return ledgers.slice(0, -3);
  return fault === 'prune' ? ledgers.slice(-1) : ledgers;
};

const serverInfo = (ledgers: readonly Ledger[], fault: RippledFault | null): Fields => {
  const { index: seq, hash } = ledgers.at(-1)!;
  return {
    info: {
      ...{ build_version: '3.0.0', complete_ledgers: `${ledgers[0]!.index}-${seq}`, server_state: 'full' },
      ...{ network_id: fault === 'otherChain' ? 21_338 : 0, validated_ledger: { age: 1, hash, seq } },
    },
  };
};

const ledgerOf = (ledgers: readonly Ledger[], { ledger_index: asked }: Fields): Fields => {
  const ledger = asked === 'validated' ? ledgers.at(-1) : ledgers.find(({ index }) => index === asked);
  if (ledger === undefined) return refusal('lgrNotFound');
  const { index, hash, closeTime } = ledger;
  return {
    ledger: { ledger_hash: hash, ledger_index: index, close_time: closeTime, close_time_iso: isoOf(closeTime) },
    ...{ ledger_hash: hash, ledger_index: index, validated: true },
  };
};

const accountInfo = ({ accounts }: RippledLedger, { account }: Fields): Fields => {
  const found = accounts.get(String(account));
  if (found === undefined) return refusal('actNotFound');
  const { drops, flags, sequence } = found;
  return {
    account_data: { Account: account, Balance: drops.toString(), Flags: flags, Sequence: sequence },
    validated: true,
  };
};

const accountLines = ({ lines }: RippledLedger, { account, peer }: Fields): Fields => ({
  account,
  lines: [...lines].flatMap(([key, { balance, limit, isFrozen }]) => {
    const [holder, currency, issuer] = key.split('|');
    if (holder !== account || (peer !== undefined && peer !== issuer)) return [];
    return [
      {
        ...{ account: issuer, balance: textOf(balance), currency, limit, limit_peer: '0' },
        ...(isFrozen ? { freeze_peer: true } : {}),
      },
    ];
  }),
  validated: true,
});

const concerns = (account: unknown, { tx_json, meta }: Row): boolean =>
  JSON.stringify([tx_json['Account'], tx_json['Destination'], meta['AffectedNodes']]).includes(String(account));

const accountTx = (ledgers: readonly Ledger[], params: Fields, { fault, mostRows }: Behaviour): Fields => {
  const { account, marker } = params;
  const limit = Math.min(Number(params['limit'] ?? mostRows), mostRows);
  const [least, most] = [ledgers[0]!.index, ledgers.at(-1)!.index];
  const first = Math.max(Number(params['ledger_index_min']), least);
  const last = Math.min(Number(params['ledger_index_max']), most);
  if (fault === 'refuseRanges') return refusal('internal');
  if (last < first) return refusal('lgrIdxMalformed');
  const all = ledgers
    .filter(({ index }) => index >= first && index <= last)
    .flatMap((ledger) =>
      ledger.rows.flatMap((row, seq) =>
        concerns(account, row) ? [{ seq, ledger: ledger.index, entry: entryOf(row, ledger) }] : [],
      ),
    );
  const { ledger = 0, seq = 0 } = (marker ?? {}) as { readonly ledger?: number; readonly seq?: number };
  const rest = all.filter((one) => one.ledger > ledger || (one.ledger === ledger && one.seq >= seq));
  const next = rest[limit];
  const told = fault === 'empty' ? [] : rest.slice(0, limit).map(({ entry }) => entry);
  return {
    ...{ account, limit, ledger_index_min: first, ledger_index_max: last, validated: true },
    transactions: fault === 'repeat' ? [...told, ...told] : told,
    ...(next === undefined ? {} : { marker: { ledger: next.ledger, seq: next.seq } }),
  };
};

const oneTx = (ledgers: readonly Ledger[], { transaction }: Fields): Fields => {
  for (const ledger of ledgers) {
    // As rippled does: hashes in lower case are unknown to it.
    const row = ledger.rows.find(({ hash }) => hash === transaction);
    if (row !== undefined) return entryOf(row, ledger);
  }
  return refusal('txnNotFound');
};

const resultOf = (chain: RippledLedger, method: string, params: Fields, behaviour: Behaviour): Fields => {
  const { fault } = behaviour;
  const ledgers = knownOf(chain, fault);
  if (params['api_version'] !== 2) return refusal('invalid_API_version');
  if (method === 'server_info') return serverInfo(ledgers, fault);
  if (method === 'ledger') return ledgerOf(ledgers, params);
  if (method === 'account_info') return accountInfo(chain, params);
  if (method === 'account_lines') return accountLines(chain, params);
  if (method === 'account_tx') return accountTx(ledgers, params, behaviour);
  if (method === 'tx') return oneTx(ledgers, params);
  return method === 'submit' ? { engine_result: chain.submit(String(params['tx_blob'])) } : refusal('unknownCmd');
};

/** A ledger in memory, whose time is the clock's, with three closed ledgers. */
export const openRippledLedger = (clock: Clock): RippledLedger => {
  const chain = createChain(clock);
  chain.closeLedgers(3);
  return chain;
};

/** A rippled's JSON-RPC of API version 2 on loopback. */
export const serveRippled = async (chain: RippledLedger): Promise<ServedRippled> => {
  const handle = (body: string): ServedAnswer => {
    const { method, params } = JSON.parse(body) as { readonly method: string; readonly params: readonly [Fields] };
    const result = served.lie(method, resultOf(chain, method, params[0], served), params[0]);
    return { body: { result: { status: 'success', ...result } } };
  };
  const server = await openFaultyServer(({ body }) => handle(body));
  const { url, requests, close } = server;
  const { ledgers, fund, lines, submit, closeLedgers } = chain;
  const served: ServedRippled = {
    ...{ server, url, requests, close, ledgers, fund, submit, closeLedgers },
    ...{ fault: null, mostRows: 200, lie: (_, result) => result },
    trust: (holder, currency, issuer) => {
      const line = { balance: 0n, limit: '1000000000', isFrozen: false };
      lines.set(`${holder}|${currency}|${issuer}`, line);
      return line;
    },
  };
  return served;
};
