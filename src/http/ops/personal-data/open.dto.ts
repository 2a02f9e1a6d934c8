/** Fields that can be opened; none is a secret or the code of a gift card. */
export type OpsPersonalField = 'EXTERNAL_ID' | 'DOCUMENT' | 'NAME' | 'BIRTH_DATE' | 'PAYEE' | 'PAYER';

export interface OpsOpening {
  /**
   * Id of the user.
   * @minLength 1
   * @maxLength 128
   */
  of: string;
  field: OpsPersonalField;
  /**
   * The payment for which it is opened, whose timeline then shows the opening; PAYEE and PAYER are of it.
   * @minLength 1
   * @maxLength 128
   */
  paymentId?: string;
  /** 3 to 500 characters. */
  reason: string;
}

export interface OpsOpened {
  field: OpsPersonalField;
  /** Null: there is nothing, it was erased, or this answers a repetition. */
  value: string | null;
  /** The value is left out: the same request was answered before. */
  isRepetition: boolean;
  /** The opening in the log; null when there was nothing to open. */
  position: string | null;
}
