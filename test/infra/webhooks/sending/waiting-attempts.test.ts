import { CLAIMED_AHEAD, type ClaimedAttempt } from '../../../../infra/webhooks/claims';
import { createWaitingAttempts, LONGEST_WAIT_MS } from '../../../../infra/webhooks/sending/waiting-attempts';

const claimed = (deliveryId: string, limitHere: number, partnerId = 'p'): ClaimedAttempt =>
  ({ deliveryId, limitHere, partnerId, mode: 'sandbox' }) as ClaimedAttempt;
const many = (count: number, limitHere: number) =>
  Array.from({ length: count }, (_, index) => claimed(`evt_${index}`, limitHere));

const openDeck = () => {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const begun: string[] = [];
  const begin = ({ deliveryId }: ClaimedAttempt) => void begun.push(deliveryId);
  const waitingAttempts = createWaitingAttempts(clock);
  return {
    clock,
    begun,
    waitingAttempts,
    place: (claims: readonly ClaimedAttempt[]) => waitingAttempts.place(claims, begin),
  };
};
const idsOf = (claims: readonly ClaimedAttempt[]) => claims.map(({ deliveryId }) => deliveryId);

describe('An attempt that was claimed ahead', () => {
  it('starts when others of its destination end, the oldest first', () => {
    const { begun, waitingAttempts, place } = openDeck();
    place(many(4, 2));
    expect([begun, waitingAttempts.size()]).toEqual([['evt_0', 'evt_1'], 2]);
    waitingAttempts.next(claimed('evt_1', 2));
    expect([begun, waitingAttempts.size()]).toEqual([['evt_0', 'evt_1', 'evt_2'], 1]);
  });

  it('waits for its own destination and mode', () => {
    const { begun, waitingAttempts, place } = openDeck();
    const live = { ...claimed('live', 1), mode: 'live' as const };
    place([claimed('a', 1), claimed('b', 1), claimed('other', 1, 'q'), live]);
    expect(begun).toEqual(['a', 'other', 'live']);
    waitingAttempts.next(claimed('other', 1, 'q'));
    expect(begun).toEqual(['a', 'other', 'live']);
    waitingAttempts.next(claimed('a', 1));
    expect(begun).toEqual(['a', 'other', 'live', 'b']);
  });

  it('is removed from a failing destination, and from no other', () => {
    const { waitingAttempts, place } = openDeck();
    place([claimed('a', 1), claimed('b', 1), claimed('x', 1, 'q'), claimed('y', 1, 'q')]);
    expect(idsOf(waitingAttempts.clear(claimed('a', 1)))).toEqual(['b']);
    expect(idsOf(waitingAttempts.takeAll())).toEqual(['y']);
    expect(waitingAttempts.size()).toBe(0);
  });

  it('is removed when it has waited too long', () => {
    const { clock, waitingAttempts, place } = openDeck();
    place([claimed('a', 1), claimed('b', 1)]);
    clock.nowMs += LONGEST_WAIT_MS - 1;
    expect(waitingAttempts.takeOverdue()).toEqual([]);
    clock.nowMs += 1;
    expect(idsOf(waitingAttempts.takeOverdue())).toEqual(['b']);
  });

  it('are claimed again when half of them are left', () => {
    const { waitingAttempts, place } = openDeck();
    place(many(CLAIMED_AHEAD / 2 + 2, 1));
    expect(waitingAttempts.isLow(claimed('evt_0', 1))).toBe(false);
    waitingAttempts.next(claimed('evt_0', 1));
    expect(waitingAttempts.isLow(claimed('evt_0', 1))).toBe(true);
  });
});
