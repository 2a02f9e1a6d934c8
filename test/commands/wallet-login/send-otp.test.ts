import { sendOtp } from '../../../commands/wallet-login/send-otp';
import { verifyOtp } from '../../../commands/wallet-login/verify-otp';
import { bindContact, contactOf, otpHash, type StoredOtp } from '../../../commands/wallet-login/wallet-otp';
import { WALLET, walletWorld } from './wallet-world';

const destination = 'ana@example.com';
const SENT = { otpId: expect.stringMatching(/^[0-9a-f]{32}$/), waitSeconds: null };

test('sends a code of eight digits to the contact, and stores only its hash', async () => {
  const deps = walletWorld();
  const put = jest.spyOn(deps.expiring, 'put');
  expect(await sendOtp(deps)({ wallet: WALLET, destination })).toEqual(SENT);
  const [message] = deps.sent;
  const code = expect.stringMatching(/^\d{8}$/);
  expect(message).toEqual({ destination, code, instanceId: 'acme', expiresAt: '2026-11-20T12:10:00.000Z' });
  expect(JSON.stringify(put.mock.calls)).not.toContain(message?.code);
  expect(JSON.stringify(put.mock.calls)).not.toContain('ana');
});

test('sends a code to no other contact once one is bound, with the same answer', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  expect(await sendOtp(deps)({ wallet: WALLET, destination: 'eve@example.com' })).toEqual(SENT);
  expect(deps.sent).toEqual([]);
  expect(await sendOtp(deps)({ wallet: WALLET, destination: 'Ana@Example.com' })).toEqual(SENT);
  expect(deps.sent).toHaveLength(1);
});

test('sends no code to a mailbox that equals the bound one only in Unicode lower case', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf('kim@example.com'), userId: 'u1' });
  for (const email of ['KIM@example.com', '\u212aim@example.com'])
    await sendOtp(deps)({ wallet: WALLET, destination: email });
  expect(deps.sent.map((message) => message.destination)).toEqual(['KIM@example.com']);
});

test('keeps the first contact', async () => {
  const deps = walletWorld();
  for (const email of [destination, 'eve@example.com']) {
    await bindContact(deps, WALLET, { contact: contactOf(email), userId: 'u1' });
  }
  await sendOtp(deps)({ wallet: WALLET, destination: 'eve@example.com' });
  expect(deps.sent).toEqual([]);
});

const askFor = (deps: ReturnType<typeof walletWorld>, email: string, wallet = WALLET) =>
  sendOtp(deps)({ wallet, destination: email });

test('delays the fourth code for any contact from one network within ten minutes', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  for (const email of [destination, 'x@y.zz']) {
    for (let count = 0; count < 3; count += 1) expect(await askFor(deps, email)).toEqual(SENT);
    expect(await askFor(deps, email)).toEqual({ otpId: null, waitSeconds: 600 });
  }
  deps.clock.advance(600_000);
  expect(await askFor(deps, destination)).toEqual(SENT);
  expect(deps.sent).toHaveLength(4);
});

/** The same account, asked for from elsewhere. */
const from = (number: number) => ({ ...WALLET, caller: `198.51.100.${number}` });

test('limits only one network', async () => {
  const deps = walletWorld();
  for (let count = 0; count < 4; count += 1) await askFor(deps, destination, from(1));
  expect(await askFor(deps, destination, from(1))).toMatchObject({ waitSeconds: 600 });
  expect(await askFor(deps, destination)).toEqual(SENT);
  expect(deps.sent).toHaveLength(4);
});

test('sends a code to an account without a contact after 30 requests of strangers', async () => {
  const deps = walletWorld();
  for (let count = 0; count < 30; count += 1) await askFor(deps, `x${count}@y.zz`, from(count));
  expect(deps.sent.splice(0)).toHaveLength(30);
  expect(await askFor(deps, destination)).toEqual(SENT);
  expect(deps.sent).toHaveLength(1);
});

test('sends a mailbox at most ten codes in ten minutes, with the same answer', async () => {
  const deps = walletWorld();
  for (let count = 0; count < 12; count += 1) {
    expect(await askFor(deps, destination, { ...from(count), address: `0x${count}` })).toEqual(SENT);
  }
  expect(deps.sent.splice(0)).toHaveLength(10);
  deps.clock.advance(600_000);
  await askFor(deps, destination);
  expect(deps.sent).toHaveLength(1);
});

test('sends the bound contact ten codes in ten minutes, whatever other accounts request', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  const other = { ...WALLET, address: '0xbb' };
  await bindContact(deps, other, { contact: contactOf('eve@example.com'), userId: 'u2' });
  for (let count = 0; count < 12; count += 1) {
    await askFor(deps, destination, { ...from(count), address: `0x${count}` });
    await askFor(deps, destination, { ...other, caller: `${count}` });
  }
  expect(deps.sent.splice(0)).toHaveLength(10);
  for (let count = 0; count < 12; count += 1) expect(await askFor(deps, destination, from(count))).toEqual(SENT);
  expect(deps.sent).toHaveLength(10);
});

test('counts no code for a mailbox that receives none', async () => {
  const deps = walletWorld();
  await bindContact(deps, WALLET, { contact: contactOf('eve@example.com'), userId: 'u1' });
  for (let count = 0; count < 12; count += 1) await askFor(deps, destination, from(count));
  expect(deps.sent).toEqual([]);
  await askFor(deps, destination, { ...WALLET, address: '0xbb' });
  expect(deps.sent).toHaveLength(1);
});

test('keeps earlier codes when more are requested, and accepts no guess of an unsent code', async () => {
  const deps = walletWorld();
  const { otpId } = await askFor(deps, destination);
  const code = deps.sent[0]?.code ?? '';
  for (let count = 0; count < 5; count += 1) await askFor(deps, destination, from(count));
  expect(await verifyOtp(deps)({ wallet: WALLET, otpId: otpId ?? '', code })).toEqual({ otpProof: expect.any(String) });
  await bindContact(deps, WALLET, { contact: contactOf(destination), userId: 'u1' });
  const put = jest.spyOn(deps.expiring, 'put');
  await askFor(deps, 'eve@example.com');
  const { salt, codeHash } = JSON.parse(put.mock.calls[0]?.[1] ?? '{}') as StoredOtp;
  const guessed = Array.from({ length: 10_000 }, (_, guess) => otpHash(salt, `${guess}`.padStart(8, '0')));
  expect(guessed).not.toContain(codeHash);
  expect(deps.sent).toHaveLength(6);
});

test('does the same work for a right and a wrong contact, except for the sending', async () => {
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

test('refuses without a sender', async () => {
  const sending = sendOtp({ ...walletWorld(), otpSender: null })({ wallet: WALLET, destination });
  await expect(sending).rejects.toMatchObject({ rejection: { code: 'PROVIDER_NOT_CONFIGURED' } });
});
