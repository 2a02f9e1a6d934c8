import { toDecimal } from '../money';
import { crc16 } from './crc16';
import { tlv } from './tlv';

export interface StaticBrCode {
  readonly key: string;
  /** At most 25 ASCII characters. */
  readonly payeeName: string;
  /** At most 15 ASCII characters. */
  readonly payeeCity: string;
  readonly amountCents?: bigint;
  /** At most 25 letters and digits. */
  readonly txid?: string;
}

/** A static PIX code as a bank prints it. Unchecked: `parseBrCode` validates. */
export const buildStaticBrCode = (code: StaticBrCode): string => {
  const body = [
    tlv('00', '01'),
    tlv('26', tlv('00', 'br.gov.bcb.pix') + tlv('01', code.key)),
    tlv('52', '0000'),
    tlv('53', '986'),
    code.amountCents === undefined ? '' : tlv('54', toDecimal(code.amountCents, 2)),
    tlv('58', 'BR'),
    tlv('59', code.payeeName),
    tlv('60', code.payeeCity),
    tlv('62', tlv('05', code.txid ?? '***')),
    '6304',
  ].join('');
  return body + crc16(body);
};
