export type BoletoRefusal =
  | 'TOO_LONG'
  | 'NOT_DIGITS'
  | 'LENGTH'
  /** No bank has the number 000. */
  | 'BANK'
  /** Digit 4 of a bank's slip: 9 is the real. */
  | 'CURRENCY'
  | 'VALUE_ID'
  | 'FIELD_DV_1'
  | 'FIELD_DV_2'
  | 'FIELD_DV_3'
  | 'FIELD_DV_4'
  | 'GENERAL_DV';
