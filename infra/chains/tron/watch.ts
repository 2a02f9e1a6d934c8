import type { ClosedWatch } from '../closed/watch';
import { hexAddress } from './protocol/address';

export interface TronWatch extends ClosedWatch {
  /** Receivers in base58 by their 20 bytes as hex. */
  readonly accounts: ReadonlyMap<string, string>;
}

/** Throws when a receiver is no address. */
export const tronWatchOf = (watch: ClosedWatch): TronWatch => {
  const accounts = watch.receivers.map((receiver) => {
    const hex = hexAddress(receiver);
    if (hex === null) throw new Error(`${receiver} is not a Tron address`);
    return [hex.slice(2), receiver] as const;
  });
  return { ...watch, accounts: new Map(accounts) };
};
