import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import { fieldsOf, malformed, readCount, textOf } from '../../encodings/answers';
import { hexTxid } from '../../encodings/hex-txid';
import { timeOf } from '../told';
import type { StellarCalls } from './calls';

export interface Root {
  readonly passphrase: string;
  readonly protocolVersion: number | null;
  readonly latest: bigint;
  readonly elder: bigint;
}

export const rootOf = async ({ ask }: StellarCalls): Promise<Root> => {
  const root = fieldsOf(await ask((server) => server.root()), 'root');
  const { current_protocol_version: version } = root;
  return {
    passphrase: textOf(root['network_passphrase'], 'network_passphrase'),
    protocolVersion: typeof version === 'number' ? version : null,
    latest: readCount(root['history_latest_ledger'], 'history_latest_ledger'),
    elder: readCount(root['history_elder_ledger'], 'history_elder_ledger'),
  };
};

export const ledgerAt = async ({ ask }: StellarCalls, height: bigint): Promise<ChainHead | null> => {
  const told = await ask((server) => server.ledgers().ledger(height.toString()).call());
  if (told === null) return null;
  const ledger = fieldsOf(told, 'ledger');
  const hash = hexTxid(textOf(ledger['hash'], 'hash'));
  const time = timeOf(ledger['closed_at']);
  if (readCount(ledger['sequence'], 'sequence') !== height || hash === null || time === null) throw malformed('ledger');
  return { height, hash, time };
};

export const mustHaveLedger = async (calls: StellarCalls, height: bigint): Promise<ChainHead> => {
  const ledger = await ledgerAt(calls, height);
  if (ledger === null) throw new Error(`${calls.label} does not have ledger ${height} yet`);
  return ledger;
};
