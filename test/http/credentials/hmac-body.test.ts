import type { Response } from 'supertest';
import { expectInvalid, expectProblem } from '../expect-problem';
import { signedRequests } from '../sign';
import { httpSuite } from '../suite';

const suite = httpSuite();

const { post } = signedRequests(() => ({ world: suite.world, partner: suite.partner }));

const expectUnauthorized = (answer: Response): void => expectProblem(answer, 401, 'UNAUTHORIZED');

describe('a body', () => {
  it.each<[string, string]>([
    ['{"b":1,"2":1,"1":1}', '{"1":1,"2":1,"b":1}'],
    ['{"n":1.0,"m":1e2,"z":-0}', '{"n":1,"m":100,"z":0}'],
    ['{"uid":"\\u00e9\\/"}', '{"uid":"\u00e9/"}'],
    [' {"uid" : "abc"}\n', '{"uid":"abc"}'],
  ])('%s may be signed as it is or normalised', async (raw, normalised) => {
    for (const signedBody of [raw, normalised]) expect([400, 404]).toContain((await post(raw, signedBody)).status);
    expectUnauthorized(await post(raw, `${raw} `));
  });

  it.each<[string, string, string]>([
    ['a key twice', '{"uid":"abc","uid":"abd"}', '{"uid":"abd"}'],
    ['a number that no double keeps', '{"uid":12345678901234567890}', '{"uid":12345678901234567000}'],
    ['a number that is not finite', '{"uid":1E400}', '{"uid":null}'],
    ['a key of the prototype', '{"__proto__":{"admin":true}}', '{"__proto__":{"admin":true} }'],
    ['half of a surrogate pair', '{"uid":"\\ud800"}', '{"uid":"\\ud800" }'],
    ['a byte order mark', '\ufeff{"uid":"abc"}', '{"uid":"abc"}'],
    ['deep nesting', '['.repeat(50_000), ''],
    ['no JSON', '{uid}', '{}'],
    ['blanks alone', ' ', '{}'],
  ])('is refused with %s, and only for the signer of its bytes', async (_what, raw, normalised) => {
    expectInvalid(await post(raw, raw), []);
    expectUnauthorized(await post(raw, normalised));
  });

  it('may be signed as empty text or as {} when it has no bytes', async () => {
    for (const signedBody of ['', '{}']) expectInvalid(await post('', signedBody), ['pubkey', 'uid']);
    expectUnauthorized(await post('', '""'));
    expectUnauthorized(await post('{}', ''));
  });
});
