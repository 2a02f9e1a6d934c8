import type { ReceiverState, UnfitAsset } from '../../../../commands/ports/chains/chain-reader';
import { fieldsOf, listOf, readCount } from '../../encodings/answers';
import { currencyCode } from '../currency';
import type { IssuedAsset, XrplWatch } from '../watch';
import type { Fields, RippledCalls } from './calls';

const REQUIRES_TAG = 0x0002_0000n;
const DEPOSIT_AUTH = 0x0100_0000n;

const refusalIn = (result: Fields): string | null => {
  const { Flags } = fieldsOf(result['account_data'], 'account_data');
  const flags = readCount(Flags, 'account_data.Flags');
  if ((flags & DEPOSIT_AUTH) !== 0n) return 'it takes payments of authorized senders alone (DepositAuth)';
  return (flags & REQUIRES_TAG) !== 0n ? 'it requires a destination tag (RequireDest)' : null;
};

const refusalOf = async ({ find }: RippledCalls, account: string): Promise<string | null> => {
  const params = { account, ledger_index: 'validated' };
  const call = { method: 'account_info', params, read: (result: Fields) => ({ refusal: refusalIn(result) }) };
  const told = await find(call, 'actNotFound');
  return told === null ? 'it does not exist on the ledger' : told.refusal;
};

/** The receiver's trust lines to one issuer: anybody can open lines to the receiver. */
const linesTo = ({ ask }: RippledCalls, account: string, peer: string): Promise<readonly Fields[]> =>
  ask({
    method: 'account_lines',
    params: { account, peer, ledger_index: 'validated' },
    read: (result) => listOf(result['lines'], 'lines').map((line) => fieldsOf(line, 'lines')),
  });

const reasonOf = (lines: readonly Fields[], { currency }: IssuedAsset): string | null => {
  const line = lines.find((one) => typeof one['currency'] === 'string' && currencyCode(one['currency']) === currency);
  if (line === undefined || line['limit'] === '0') return 'the receiver has no trust line for it';
  return line['freeze_peer'] === true ? 'its issuer has frozen the trust line of the receiver' : null;
};

const unfitAssets = async (calls: RippledCalls, account: string, { issued }: XrplWatch): Promise<UnfitAsset[]> => {
  const unfit: UnfitAsset[] = [];
  for (const peer of new Set([...issued.values()].map(({ issuer }) => issuer))) {
    const lines = await linesTo(calls, account, peer);
    for (const item of [...issued.values()].filter(({ issuer }) => issuer === peer)) {
      const reason = reasonOf(lines, item);
      if (reason !== null) unfit.push({ assetId: item.asset.assetId, reason });
    }
  }
  return unfit;
};

/** Reason why the account cannot take payments (null: it can), and the issued assets that it cannot receive. */
export const receiverState = async (calls: RippledCalls, address: string, watch: XrplWatch): Promise<ReceiverState> => {
  const refusal = await refusalOf(calls, address);
  if (refusal !== null) return { address, refusal };
  const unfit = await unfitAssets(calls, address, watch);
  return unfit.length === 0 ? { address, refusal } : { address, refusal, unfit };
};
