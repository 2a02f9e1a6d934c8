import type { Mode } from '../../aggregates/partner/events';

/** A finished request: no contents, and only the partner of its caller. */
export interface EndedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Template of the matched route; null without a match. */
  readonly route: string | null;
  /** 499 when the caller left before the answer. */
  readonly status: number;
  readonly durationMs: number;
  /** Null until the caller is known, and for callers without a partner's credential. */
  readonly partnerId: string | null;
  /** Mode of the credential; null with `partnerId`. */
  readonly mode: Mode | null;
  /** Problem code of a refusal or failure. */
  readonly code: string | null;
  /** Present for a caller on the operators' door. */
  readonly operator?: string;
  /** The id in the path of an operator's request. */
  readonly about?: string;
}

export interface RequestWatch {
  readonly ended: (request: EndedRequest) => void;
  /** Continues with a fully received request and reports its end; null when requests are not followed. */
  readonly follow: ((carryOn: () => void) => (request: EndedRequest) => void) | null;
}
