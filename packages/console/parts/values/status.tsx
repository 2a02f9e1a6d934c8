/** How a state is to be read; each has a shape of its own, so that no colour is needed. */
export type Tone = 'good' | 'moving' | 'waiting' | 'bad' | 'over';

const SHAPES: Readonly<Record<Tone, string>> = { good: '✔', moving: '◐', waiting: '○', bad: '✖', over: '◇' };

const TONES: readonly (readonly [Tone, RegExp])[] = [
  ['good', /^(COMPLETED|SETTLED|CONFIRMED|DELIVERED|MATCHED|ACCEPTED|APPROVED|RECORDED)$/],
  ['bad', /^(FAILED|REJECTED|EXHAUSTED|REVERTED|UNMATCHED|RETURNED|UNKNOWN|BLOCKED|SUSPENDED|REVOKED|REFUND_DUE)$/],
  ['moving', /^(PROCESSING|DISPATCHED|SENT|CLAIMED|FINALISED|RECEIVED|SUBMITTED)$/],
  ['over', /^(EXPIRED|CANCELLED|UNSENT|WRITTEN_OFF|REFUNDED|RETURN_RESOLVED)$/],
];

/** By the service's own name for a state. */
export const toneOf = (status: string): Tone => TONES.find(([, words]) => words.test(status))?.[0] ?? 'waiting';

/** Tone for the standing of a partner, a key or an operator. */
export const toneOfStanding = (status: string): Tone => (status === 'ACTIVE' ? 'good' : toneOf(status));

/** A state as text with a shape. */
export const Status = ({ tone, children }: { tone: Tone; children: string }) => (
  <span class={`status ${tone}`}>
    <span aria-hidden="true">{SHAPES[tone]}</span> {children}
  </span>
);
