/** A request that is over: nothing of what it carried, and of whom it came from the partner alone. */
export interface EndedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The template of its route; null when none has its path. */
  readonly route: string | null;
  /** 499 when the caller went away before the answer. */
  readonly status: number;
  readonly durationMs: number;
  /** Null until the caller is known, and of whoever comes without a partner's credential. */
  readonly partnerId: string | null;
}

/** Hears of requests, and can change none. */
export interface RequestWatch {
  readonly ended: (request: EndedRequest) => void;
  /** Goes on with a request that has come whole, and hears of its end; null when nobody follows requests. */
  readonly follow: ((carryOn: () => void) => (request: EndedRequest) => void) | null;
}
