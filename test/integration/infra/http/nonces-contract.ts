import { randomUUID } from 'node:crypto';
import type { NonceClaims } from '../../../../infra/http/nonces';

type Claims = Pick<NonceClaims, 'claim' | 'secondsRefused'>;

export const TTL_SECONDS = 605;

/** The contract of every implementation; two clients of one store stand for two processes. */
export const noncesContract = (open: () => readonly [Claims, Claims]): void => {
  it('are claimed once each by many simultaneous callers', async () => {
    const [first, second] = open();
    const successes: number[] = [];
    // Nonces in sequence: a thousand claims at once would wait for connections longer than a busy machine allows.
    for (const nonce of Array.from({ length: 50 }, () => randomUUID())) {
      const claims = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? first : second).claim('p1', nonce, TTL_SECONDS),
      );
      successes.push((await Promise.all(claims)).filter((isFirst) => isFirst).length);
    }
    expect(successes).toEqual(Array.from({ length: 50 }, () => 1));
  });

  it('are claimed once each when two processes claim many together', async () => {
    const clients = open();
    const nonces = Array.from({ length: 100 }, () => randomUUID());
    const claims = nonces.flatMap((nonce) =>
      [...clients, ...clients].map((each) => each.claim('p1', nonce, TTL_SECONDS)),
    );
    expect((await Promise.all(claims)).filter((isFirst) => isFirst)).toHaveLength(nonces.length);
  });

  it('are refused for 0 seconds, and the question claims none', async () => {
    const [first, second] = open();
    const nonce = randomUUID();
    expect([await first.secondsRefused(TTL_SECONDS), await second.secondsRefused(TTL_SECONDS)]).toEqual([0, 0]);
    expect(await first.claim('p1', nonce, TTL_SECONDS)).toBe(true);
    expect(await second.secondsRefused(TTL_SECONDS)).toBe(0);
  });

  it('belong to one partner each', async () => {
    const [first, second] = open();
    const nonce = randomUUID();
    expect(await first.claim('p1', nonce, TTL_SECONDS)).toBe(true);
    expect(await second.claim('p2', nonce, TTL_SECONDS)).toBe(true);
    expect(await second.claim('p2', nonce, TTL_SECONDS)).toBe(false);
  });
};
