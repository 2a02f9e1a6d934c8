export interface RequestsQuery {
  /**
   * How many, 1 to 200.
   * @isInt must be a whole number
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /**
   * The `number` of the last request seen.
   * @pattern ^\d{1,18}$ must be the number of a request
   */
  cursor?: string;
}

/**
 * A request of the partner or of one of its users.
 * @example { "number": "4711", "at": "2026-11-20T12:00:00.000Z", "method": "POST", "route": "/api/v1/cashout/quote", "status": 422, "code": "KYC_REQUIRED", "requestId": "0f8fad5b-d9cb-469f-a165-70867728950e", "durationMs": 12 }
 */
export interface RequestItem {
  /** Also the cursor of the page that follows this request. */
  number: string;
  /** The end of the answer. */
  at: string;
  method: string;
  /** Template of the route, without ids. */
  route: string;
  /**
   * 499: the caller left before the answer.
   * @isInt
   */
  status: number;
  /** Null: the request did not fail. */
  code: string | null;
  requestId: string;
  /** @isInt */
  durationMs: number;
}
