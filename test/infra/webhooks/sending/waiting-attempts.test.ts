import { CLAIMED_AHEAD, type ClaimedAttempt } from '../../../../infra/webhooks/claims';
import { createDeck, LONGEST_ON_DECK_MS } from '../../../../infra/webhooks/sending/waiting-attempts';

const claimed = (deliveryId: string, limitHere: number, partnerId = 'p'): ClaimedAttempt =>
  ({ deliveryId, limitHere, partnerId, mode: 'sandbox' }) as ClaimedAttempt;
const many = (count: number, limitHere: number) =>
  Array.from({ length: count }, (_, index) => claimed(`evt_${index}`, limitHere));

const openDeck = () => {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const begun: string[] = [];
  const begin = ({ deliveryId }: ClaimedAttempt) => void begun.push(deliveryId);
  const deck = createDeck(clock);
  return { clock, begun, deck, place: (claims: readonly ClaimedAttempt[]) => deck.place(claims, begin) };
};
const idsOf = (claims: readonly ClaimedAttempt[]) => claims.map(({ deliveryId }) => deliveryId);

describe('What is claimed ahead', () => {
  it('begins one by one as others of its destination end, the oldest first', () => {
    const { begun, deck, place } = openDeck();
    place(many(4, 2));
    expect([begun, deck.size()]).toEqual([['evt_0', 'evt_1'], 2]);
    deck.next(claimed('evt_1', 2));
    expect([begun, deck.size()]).toEqual([['evt_0', 'evt_1', 'evt_2'], 1]);
  });

  it('waits for its own destination, in its own mode', () => {
    const { begun, deck, place } = openDeck();
    const live = { ...claimed('live', 1), mode: 'live' as const };
    place([claimed('a', 1), claimed('b', 1), claimed('other', 1, 'q'), live]);
    expect(begun).toEqual(['a', 'other', 'live']);
    deck.next(claimed('other', 1, 'q'));
    expect(begun).toEqual(['a', 'other', 'live']);
    deck.next(claimed('a', 1));
    expect(begun).toEqual(['a', 'other', 'live', 'b']);
  });

  it('is taken away from a destination that fails, and nobody else’s', () => {
    const { deck, place } = openDeck();
    place([claimed('a', 1), claimed('b', 1), claimed('x', 1, 'q'), claimed('y', 1, 'q')]);
    expect(idsOf(deck.clear(claimed('a', 1)))).toEqual(['b']);
    expect(idsOf(deck.takeAll())).toEqual(['y']);
    expect(deck.size()).toBe(0);
  });

  it('is taken away when it has waited too long', () => {
    const { clock, deck, place } = openDeck();
    place([claimed('a', 1), claimed('b', 1)]);
    clock.nowMs += LONGEST_ON_DECK_MS - 1;
    expect(deck.takeOverdue()).toEqual([]);
    clock.nowMs += 1;
    expect(idsOf(deck.takeOverdue())).toEqual(['b']);
  });

  it('is claimed anew when half of it is left', () => {
    const { deck, place } = openDeck();
    place(many(CLAIMED_AHEAD / 2 + 2, 1));
    expect(deck.isLow(claimed('evt_0', 1))).toBe(false);
    deck.next(claimed('evt_0', 1));
    expect(deck.isLow(claimed('evt_0', 1))).toBe(true);
  });
});
