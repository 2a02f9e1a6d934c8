import { sendOtp } from '../../../commands/wallet-login/send-otp';
import { verifyOtp } from '../../../commands/wallet-login/verify-otp';
import { contactOf, provedContact } from '../../../commands/wallet-login/wallet-otp';
import { WALLET, walletWorld } from './wallet-world';

const destination = 'ana@example.com';
const NOT_PROVED = { rejection: { code: 'NOT_PROVED' } };

const withCode = async () => {
  const deps = walletWorld();
  const { otpId } = await sendOtp(deps)({ wallet: WALLET, destination });
  const code = deps.sent[0]?.code ?? '';
  const wrong = code === '00000000' ? '00000001' : '00000000';
  const verify = (given: string, id = otpId ?? '') => verifyOtp(deps)({ wallet: WALLET, otpId: id, code: given });
  return { deps, code, wrong, verify };
};

test('proves the contact by the code for ten minutes, to the holder of the proof', async () => {
  const { deps, code, verify } = await withCode();
  const { otpProof } = await verify(code);
  expect(otpProof).toMatch(/^[0-9a-f]{32}$/);
  expect(await provedContact(deps, WALLET, otpProof)).toBe(contactOf(destination));
  expect(await provedContact(deps, WALLET, '0'.repeat(32))).toBeNull();
  deps.clock.advance(600_000);
  expect(await provedContact(deps, WALLET, otpProof)).toBeNull();
});

test('accepts the code once, from the first caller', async () => {
  const { code, verify } = await withCode();
  const attempts = await Promise.allSettled([verify(code), verify(code)]);
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('revokes the code after five wrong tries, also after a new request', async () => {
  const { deps, code, wrong, verify } = await withCode();
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(verify(wrong)).rejects.toMatchObject(NOT_PROVED);
  await expect(verify(code)).rejects.toMatchObject(NOT_PROVED);
  await sendOtp(deps)({ wallet: WALLET, destination });
  await expect(verify(code)).rejects.toMatchObject(NOT_PROVED);
});

test('accepts the right code at the fifth try', async () => {
  const { code, wrong, verify } = await withCode();
  for (let attempt = 0; attempt < 4; attempt += 1) await expect(verify(wrong)).rejects.toMatchObject(NOT_PROVED);
  expect(await verify(code)).toEqual({ otpProof: expect.any(String) });
});

test('refuses the code without its id, and counts no such try', async () => {
  const { deps, code, wrong, verify } = await withCode();
  const stranger = await sendOtp(deps)({
    wallet: { ...WALLET, caller: '198.51.100.1' },
    destination: 'eve@example.com',
  });
  for (const id of ['0'.repeat(32), stranger.otpId ?? '']) {
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await expect(verify(attempt === 0 ? code : wrong, id)).rejects.toMatchObject(NOT_PROVED);
    }
  }
  expect(await verify(code)).toEqual({ otpProof: expect.any(String) });
});

test('counts every wrong try of many at once', async () => {
  const { code, wrong, verify } = await withCode();
  await Promise.allSettled(Array.from({ length: 5 }, () => verify(wrong)));
  await expect(verify(code)).rejects.toMatchObject(NOT_PROVED);
});

test('revokes the code after ten minutes', async () => {
  const { deps, code, verify } = await withCode();
  deps.clock.advance(600_000);
  await expect(verify(code)).rejects.toMatchObject(NOT_PROVED);
});
