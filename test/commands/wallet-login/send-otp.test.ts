import { sendOtp } from '../../../commands/wallet-login/send-otp';
import { verifyOtp } from '../../../commands/wallet-login/verify-otp';
import { bindContact, contactOf } from '../../../commands/wallet-login/wallet-otp';
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

test('a mailbox that only looks like the bound one in lower case gets no code', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf('kim@example.com'), userId: 'u1' });
  for (const email of ['KIM@example.com', '\u212aim@example.com'])
    await sendOtp(deps)({ wallet: WALLET, destination: email });
  expect(deps.sent.map((message) => message.destination)).toEqual(['KIM@example.com']);
});

test('the first contact stays', async () => {
  const deps = walletWorld();
  for (const email of [destination, 'eve@example.com']) {
    await bindContact(deps, WALLET, { contact: contactOf(email), userId: 'u1' });
  }
  await sendOtp(deps)({ wallet: WALLET, destination: 'eve@example.com' });
  expect(deps.sent).toEqual([]);
});

const SENT = { waitSeconds: null };
const askFor = (deps: ReturnType<typeof walletWorld>, email: string, wallet = WALLET) =>
  sendOtp(deps)({ wallet, destination: email });

test('the fourth to one contact within ten minutes waits, whether or not it is the right one', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  for (const email of [destination, 'x@y.zz']) {
    for (let count = 0; count < 3; count += 1) expect(await askFor(deps, email)).toEqual(SENT);
    expect(await askFor(deps, email)).toEqual({ waitSeconds: 600 });
  }
  deps.clock.advance(600_000);
  expect(await askFor(deps, destination)).toEqual(SENT);
  expect(deps.sent).toHaveLength(4);
});

test('what others ask for does not keep the bound contact from its code, and a code of before stays', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  await askFor(deps, destination);
  for (let count = 0; count < 12; count += 1) expect(await askFor(deps, `x${count}@y.zz`)).toEqual(SENT);
  for (let count = 0; count < 12; count += 1) {
    expect(await askFor(deps, destination, { ...WALLET, address: `0x${count}` })).toEqual(SENT);
  }
  const elsewhere = deps.sent.splice(0);
  expect(elsewhere).toHaveLength(10);
  await verifyOtp(deps)({ wallet: WALLET, code: elsewhere[0]?.code ?? '' });
  expect(await askFor(deps, destination)).toEqual(SENT);
  expect(deps.sent).toHaveLength(1);
});

test('an account that has no contact yet gets ten codes in ten minutes, and so does a contact', async () => {
  const deps = walletWorld();
  for (let count = 0; count < 11; count += 1) expect(await askFor(deps, `x${count}@y.zz`)).toEqual(SENT);
  expect(deps.sent.splice(0)).toHaveLength(10);
  for (let count = 0; count < 11; count += 1) await askFor(deps, destination, { ...WALLET, address: `0x${count}` });
  expect(deps.sent).toHaveLength(10);
});

test('the same is done whether or not the contact is the right one, but for the sending', async () => {
  const work: unknown[] = [];
  for (const email of [destination, 'eve@example.com']) {
    const deps = walletWorld();
    await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
    const [find, put] = [jest.spyOn(deps.vault, 'find'), jest.spyOn(deps.expiring, 'put')];
    await askFor(deps, email);
    work.push([find.mock.calls.length, put.mock.calls.map(([, value]) => value.length)]);
  }
  expect(work[0]).toEqual(work[1]);
  expect(work[0]).toEqual([2, [expect.any(Number)]]);
});

test('without a sender there is nothing to promise', async () => {
  const sending = sendOtp({ ...walletWorld(), otpSender: null })({ wallet: WALLET, destination });
  await expect(sending).rejects.toMatchObject({ rejection: { code: 'PROVIDER_NOT_CONFIGURED' } });
});
