import { bytesIn, type Message, numberIn, readMessage } from './protobuf';

/** Addresses are 21 bytes as hex. */
export type Contract =
  | { readonly kind: 'TRX'; readonly owner: string; readonly to: string; readonly amount: bigint }
  | {
      readonly kind: 'TRC10';
      readonly owner: string;
      readonly to: string;
      readonly amount: bigint;
      /** Digits. */
      readonly token: string;
    }
  /** `data`: hex, the selector first. */
  | { readonly kind: 'CALL'; readonly owner: string; readonly contract: string; readonly data: string }
  | { readonly kind: 'OTHER' };

export interface RawData {
  readonly memo: Buffer;
  /** The contract's name in the protocol, such as `TransferContract`. */
  readonly type: string;
  readonly contract: Contract;
}

const MEMO = 10;
const CONTRACT = 11;
const PARAMETER = 2;
const HEX = /^(?:[0-9a-f]{2})+$/i;

const hexIn = (message: Message, field: number): string => bytesIn(message, field).toString('hex');

const READERS: Readonly<Record<string, (value: Message) => Contract>> = {
  TransferContract: (value) => ({
    ...{ kind: 'TRX', owner: hexIn(value, 1), to: hexIn(value, 2), amount: numberIn(value, 3) },
  }),
  TransferAssetContract: (value) => ({
    ...{ kind: 'TRC10', owner: hexIn(value, 2), to: hexIn(value, 3), amount: numberIn(value, 4) },
    token: bytesIn(value, 1).toString('latin1'),
  }),
  TriggerSmartContract: (value) => ({
    ...{ kind: 'CALL', owner: hexIn(value, 1), contract: hexIn(value, 2), data: hexIn(value, 4) },
  }),
};

const contractIn = (raw: Message): Pick<RawData, 'type' | 'contract'> => {
  const any = readMessage(bytesIn(readMessage(bytesIn(raw, CONTRACT)), PARAMETER));
  const type = bytesIn(any, 1).toString('latin1').split('.').at(-1) ?? '';
  return { type, contract: READERS[type]?.(readMessage(bytesIn(any, 2))) ?? { kind: 'OTHER' } };
};

/** Null: not hex. */
export const bytesOfHex = (hex: unknown): Buffer | null =>
  typeof hex === 'string' && HEX.test(hex) ? Buffer.from(hex, 'hex') : null;

/** Reads `raw_data` as it was signed, with its one contract. Throws when it is malformed. */
export const readRawData = (bytes: Buffer): RawData => {
  const raw = readMessage(bytes);
  return { memo: bytesIn(raw, MEMO), ...contractIn(raw) };
};

/** The memo alone; null when the bytes are malformed. */
export const memoIn = (bytes: Buffer): Buffer | null => {
  try {
    return bytesIn(readMessage(bytes), MEMO);
  } catch {
    return null;
  }
};
