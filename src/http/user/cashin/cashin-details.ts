import type { CashinIntentRow } from '../../../../read-models/payments/cashin-intents';
import { type CashinDeps, cashinAnswer } from '../../shared/cashin/cashin-answer';
import { qrImageOf } from '../../shared/cashin/qr-image';
import type { CashinIntentDetails } from './cashin-requests.dto';

export const cashinDetails = (deps: CashinDeps, row: CashinIntentRow): CashinIntentDetails => ({
  ...cashinAnswer(deps, row),
  qrCodeImage: row.br_code === null ? null : qrImageOf(row.br_code),
});
