import { sendOtp } from '../../commands/send-otp';
import { bindContact, contactOf } from '../../commands/wallet-otp';
import { WALLET, walletWorld } from './wallet-world';

const destination = 'ana@example.com';

test('a code of eight digits goes to the contact, and is stored only as a hash', async () => {
  const deps = walletWorld();
  const put = jest.spyOn(deps.expiring, 'put');
  expect(await sendOtp(deps)({ wallet: WALLET, destination })).toEqual({ waitSeconds: null });
  const [message] = deps.sent;
  const code = expect.stringMatching(/^\d{8}$/);
  expect(message).toEqual({ destination, code, instanceId: 'acme', expiresAt: '2026-11-20T12:10:00.000Z' });
  expect(JSON.stringify(put.mock.calls)).not.toContain(message?.code);
  expect(JSON.stringify(put.mock.calls)).not.toContain('ana');
});

test('once a contact is bound, no other gets a code, and the answer does not tell', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  expect(await sendOtp(deps)({ wallet: WALLET, destination: 'eve@example.com' })).toEqual({ waitSeconds: null });
  expect(deps.sent).toEqual([]);
  expect(await sendOtp(deps)({ wallet: WALLET, destination: 'Ana@Example.com' })).toEqual({ waitSeconds: null });
  expect(deps.sent).toHaveLength(1);
});

test('the first contact stays', async () => {
  const deps = walletWorld();
  for (const email of [destination, 'eve@example.com']) {
    await bindContact(deps, WALLET, { contact: contactOf(email), userId: 'u1' });
  }
  await sendOtp(deps)({ wallet: WALLET, destination: 'eve@example.com' });
  expect(deps.sent).toEqual([]);
});

test('the fourth within ten minutes waits, whether or not the contact is the right one', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  for (let count = 0; count < 3; count += 1) await sendOtp(deps)({ wallet: WALLET, destination: `x${count}@y.zz` });
  expect(await sendOtp(deps)({ wallet: WALLET, destination: 'x9@y.zz' })).toEqual({ waitSeconds: 600 });
  deps.clock.advance(600_000);
  expect(await sendOtp(deps)({ wallet: WALLET, destination: 'x9@y.zz' })).toEqual({ waitSeconds: null });
});

test('without a sender there is nothing to promise', async () => {
  const sending = sendOtp({ ...walletWorld(), otpSender: null })({ wallet: WALLET, destination });
  await expect(sending).rejects.toMatchObject({ rejection: { code: 'PROVIDER_NOT_CONFIGURED' } });
});
