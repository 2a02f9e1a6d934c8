import { randomBytes } from 'node:crypto';
import { parseJwtKeys } from '../../../infra/security/jwt-keys';
import { createTokens, type TokenIssuer } from '../../../infra/security/tokens';
import { rememberVerified } from '../../../infra/security/verified-tokens';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';

const CLAIMS = { pubkey: null, uid: 'u1', partnerId: 'p1', mode: 'sandbox' } as const;

const remembering = (keptTokens?: number) => {
  const clock = manualClock();
  const keys = parseJwtKeys(`k1:${randomBytes(32).toString('base64url')}`);
  const issuer = createTokens({ keys, issuer: 'here', audience: 'v1', clock });
  let asked = 0;
  const counted: TokenIssuer = {
    ...issuer,
    verify: (token) => {
      asked += 1;
      return issuer.verify(token);
    },
  };
  return { clock, tokens: rememberVerified(counted, clock, keptTokens), asked: () => asked };
};

test('a valid token is not verified again', async () => {
  const { tokens, asked } = remembering();
  const token = await tokens.sign(CLAIMS, 60);
  expect([await tokens.verify(token), await tokens.verify(token), asked()]).toEqual([CLAIMS, CLAIMS, 1]);
});

test('a token is refused from its end on, even when it is remembered', async () => {
  const { tokens, clock } = remembering();
  const token = await tokens.sign(CLAIMS, 60);
  expect(await tokens.verify(token)).toEqual(CLAIMS);
  clock.advance(59_000);
  expect(await tokens.verify(token)).toEqual(CLAIMS);
  clock.advance(1_000);
  expect(await tokens.verify(token)).toBeNull();
});

test('a token that another instance signed is verified each time', async () => {
  const { tokens, asked } = remembering();
  const wrong = await remembering().tokens.sign(CLAIMS, 60);
  expect([await tokens.verify(wrong), await tokens.verify(wrong), asked()]).toEqual([null, null, 2]);
});

test('removes the oldest token above the limit', async () => {
  const { tokens, asked } = remembering(2);
  const [first = '', ...others] = await Promise.all([1, 2, 3].map((ttl) => tokens.sign(CLAIMS, ttl * 100)));
  for (const token of [first, ...others]) await tokens.verify(token);
  await tokens.verify(others.at(-1) ?? '');
  expect(asked()).toBe(3);
  await tokens.verify(first);
  expect(asked()).toBe(4);
});
