import type { InvoiceType } from '../shared/invoice-type';

export interface CodeRequest {
  /**
   * A PIX BR Code, a boleto line or a gift-card code.
   * @example "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.005802BR5913FULANO DE TAL6008BRASILIA62070503***63041D3D"
   */
  code: string;
}

export interface CodeBeneficiary {
  /** As printed in the code; not verified with anybody. */
  name: string;
}

/**
 * Content of a payment code, by its own text.
 * @example { "type": "pix", "valid": true, "amount": 100, "amountEditable": false, "currency": "BRL", "beneficiary": { "name": "FULANO DE TAL" } }
 */
export interface CodeAnswer {
  /** Null when the text is no kind of code that is paid here. */
  type: InvoiceType | null;
  valid: boolean;
  /** Why it is not valid. */
  reason?: string;
  /** BRL; null when the code names no amount. */
  amount: number | null;
  /** True when the payer chooses the amount. */
  amountEditable: boolean;
  currency: 'BRL';
  /** `yyyy-mm-dd`, of a boleto. After it the boleto may still be payable: the registry knows until when. */
  dueDate?: string;
  /**
   * When the code stops being payable, if its own text says so. PIX codes, boletos and gift cards of today do not: the
   * charge behind a dynamic PIX code and the registry of boletos know, and are asked when the code is quoted.
   */
  expiresAt?: string;
  beneficiary?: CodeBeneficiary;
}
