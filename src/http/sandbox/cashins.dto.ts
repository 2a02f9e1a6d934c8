/** @example { "decision": "CONFIRMED" } */
export interface DecideDeliveryRequest {
  /** FAILED: reverted, so that nothing arrives; the PIX goes back. */
  decision: 'CONFIRMED' | 'FAILED';
}

/** @example { "intentId": "1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b", "decision": "CONFIRMED" } */
export interface DecidedDeliveryAnswer {
  intentId: string;
  /** On the simulated network; the intent follows when it is asked. */
  decision: 'CONFIRMED' | 'FAILED';
}

/** @example { "decision": "WON" } */
export interface DecideDisputeRequest {
  /** LOST: the bank gives the PIX back to its payer. */
  decision: 'WON' | 'LOST';
}

/** @example { "intentId": "1f0e3a4b-5c6d-5e7f-8a9b-0c1d2e3f4a5b", "decision": "WON", "endToEndId": "sbx_E000000002026112012004f2a1b3c9d0", "amount": 150 } */
export interface DecidedDisputeAnswer {
  intentId: string;
  /** At the simulated bank; the intent follows when the bank's callback was taken. */
  decision: 'WON' | 'LOST';
  /** Of the PIX that was disputed. */
  endToEndId: string;
  amount: number;
}
