/** Shape of every success of the versioned API. */
export interface Success<Data> {
  success: true;
  error: null;
  data: Data;
}

/** A page of a list. */
export interface Page<Item> {
  success: true;
  error: null;
  data: Item[];
  meta: PageMeta;
}

export interface PageMeta {
  /** To be passed as `cursor` for the next page (in the feed of events, as `after`); null on the last one. */
  nextCursor: string | null;
  hasMore: boolean;
}

/**
 * A refusal or a fault.
 * @example { "success": false, "error": "Unauthorized", "code": "UNAUTHORIZED", "requestId": "5b2f0f0e-6a39-4d25-8a0e-3f4b7c1d2e90" }
 */
export interface ErrorAnswer {
  success: false;
  /** For people. */
  error: string;
  /** For programs. */
  code: string;
  requestId: string;
}

/**
 * The request itself is wrong.
 * @example { "ok": false, "success": false, "error": { "code": "VALIDATION_ERROR", "messages": ["assetId: invalid integer number"], "fieldErrors": { "assetId": "invalid integer number" } }, "requestId": "5b2f0f0e-6a39-4d25-8a0e-3f4b7c1d2e90" }
 */
export interface ValidationErrorAnswer {
  ok: false;
  success: false;
  error: {
    code: 'VALIDATION_ERROR';
    messages: string[];
    /** Field name to its fault. */
    fieldErrors: { [field: string]: string };
  };
  requestId: string;
}

/**
 * Too many requests.
 * @example { "success": false, "error": "Too many requests", "code": "RATE_LIMITED", "retryAfter": 12 }
 */
export interface RateLimitAnswer {
  success: false;
  error: string;
  code: 'RATE_LIMITED';
  /**
   * Seconds.
   * @isInt
   * @minimum 1
   */
  retryAfter: number;
}

export const success = <Data>(data: Data): Success<Data> => ({ success: true, error: null, data });

/** Makes a page of `limit + 1` rows: the extra row shows that there is more. */
export const page = <Row, Item>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
  show: (row: Row) => Item,
): Page<Item> => {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1);
  const nextCursor = hasMore && last !== undefined ? idOf(last) : null;
  return { success: true, error: null, data: shown.map(show), meta: { nextCursor, hasMore } };
};
