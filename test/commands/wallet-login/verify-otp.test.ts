import { sendOtp } from '../../../commands/wallet-login/send-otp';
import { verifyOtp } from '../../../commands/wallet-login/verify-otp';
import { contactOf, provedContact } from '../../../commands/wallet-login/wallet-otp';
import { WALLET, walletWorld } from './wallet-world';

const destination = 'ana@example.com';
const NOT_PROVED = { rejection: { code: 'NOT_PROVED' } };

const withCode = async () => {
  const deps = walletWorld();
  await sendOtp(deps)({ wallet: WALLET, destination });
  const code = deps.sent[0]?.code ?? '';
  const wrong = code === '00000000' ? '00000001' : '00000000';
  return { deps, code, wrong, verify: (given: string) => verifyOtp(deps)({ wallet: WALLET, code: given }) };
};

test('the code proves the contact for ten minutes, to whoever has the proof', async () => {
  const { deps, code, verify } = await withCode();
  const { otpProof } = await verify(code);
  expect(otpProof).toMatch(/^[0-9a-f]{32}$/);
  expect(await provedContact(deps, WALLET, otpProof)).toBe(contactOf(destination));
  expect(await provedContact(deps, WALLET, '0'.repeat(32))).toBeNull();
  deps.clock.advance(600_000);
  expect(await provedContact(deps, WALLET, otpProof)).toBeNull();
});

test('it is taken once, by whoever comes first', async () => {
  const { code, verify } = await withCode();
  const attempts = await Promise.allSettled([verify(code), verify(code)]);
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('five wrong tries kill it', async () => {
  const { code, wrong, verify } = await withCode();
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(verify(wrong)).rejects.toMatchObject(NOT_PROVED);
  await expect(verify(code)).rejects.toMatchObject(NOT_PROVED);
});

test('after ten minutes it is over', async () => {
  const { deps, code, verify } = await withCode();
  deps.clock.advance(600_000);
  await expect(verify(code)).rejects.toMatchObject(NOT_PROVED);
});
