import { randomUUID } from 'node:crypto';
import type { Express } from 'express';
import request from 'supertest';
import { finishWalletLogin } from '../../../../commands/wallet-login/finish-wallet-login';
import type { OneTimeCode } from '../../../../commands/wallet-login/otp-sender';
import { sendOtp } from '../../../../commands/wallet-login/send-otp';
import { expectInvalid, expectProblem } from '../../../http/expect-problem';
import { createWorld, type HttpWorld } from '../../../http/world';
import { evmWallet, type TestWallet } from '../../../samples/wallets';

let world: HttpWorld;
let app: Express;
let sent: OneTimeCode[];

beforeAll(async () => {
  world = await createWorld();
  const otpSender = { send: (message: OneTimeCode) => void sent.push(message) };
  const ports = { ...world.ports, otpSender, isOtpRequired: true };
  app = world.appWith({ sendOtp: sendOtp(ports), finishWalletLogin: finishWalletLogin(ports) });
});
beforeEach(() => {
  sent = [];
});
afterAll(() => world.close());

const post = (path: string, body: object, to = app) => request(to).post(`/api/auth/${path}`).send(body);
const named = ({ address, blockchain }: TestWallet) => ({ address, blockchain });
const PROOF = expect.stringMatching(/^[0-9a-f]{32}$/);
const someEmail = (): string => `ana-${randomUUID()}@example.com`;

const send = (wallet: TestWallet, destination: string) =>
  post('otp/send', { ...named(wallet), channel: 'email', destination });
const prove = (wallet: TestWallet, code: SentCode) => post('otp/verify', { ...named(wallet), ...code });

/** The proof that a sent code is exchanged for. */
const proofFor = async (wallet: TestWallet, destination: string) => {
  const { body } = await prove(wallet, await codeFor(wallet, destination));
  return { otpProof: body.data.otpProof as string };
};

interface SentCode {
  readonly otpId: string;
  readonly code: string;
}

const SENT = { success: true, error: null, data: { sent: true, otpId: expect.stringMatching(/^[0-9a-f]{32}$/) } };

/** The code that is sent. */
const codeFor = async (wallet: TestWallet, destination: string): Promise<SentCode> => {
  sent = [];
  const { body } = await send(wallet, destination);
  expect(body).toEqual(SENT);
  expect(sent.map((message) => message.destination)).toEqual([destination]);
  return { otpId: body.data.otpId as string, code: sent[0]?.code ?? '' };
};

const signed = async (wallet: TestWallet, to = app) => {
  const { body } = await post('challenge', named(wallet), to);
  return { ...named(wallet), ...(await wallet.sign(body.data.challenge as string)) };
};

const logInWith = async (wallet: TestWallet, destination: string) => {
  const proof = await proofFor(wallet, destination);
  return post('verify', { ...(await signed(wallet)), ...proof });
};

describe('a login that requires a code', () => {
  it('is refused with only the signature or only the code', async () => {
    const wallet = evmWallet();
    expectProblem(await post('verify', await signed(wallet)), 401, 'UNAUTHORIZED');
    const proved = await prove(wallet, await codeFor(wallet, someEmail()));
    expect(proved.body).toEqual({
      success: true,
      error: null,
      data: { verified: true, otpProof: PROOF, validForSeconds: 600 },
    });
    const other = evmWallet();
    await post('challenge', named(wallet));
    const { otpProof } = proved.body.data;
    const wrong = await post('verify', { ...named(wallet), ...(await other.sign('x')), otpProof });
    expectProblem(wrong, 401, 'UNAUTHORIZED');
  });

  it('ignores a proof of another e-mail address, which binds no contact', async () => {
    const wallet = evmWallet();
    const attacker = 'eve@example.com';
    const proof = await proofFor(wallet, attacker);
    const login = await signed(wallet);
    expectProblem(await post('verify', login), 401, 'UNAUTHORIZED');
    expectProblem(await post('verify', { ...login, otpProof: '0'.repeat(32) }), 401, 'UNAUTHORIZED');
    const own = await proofFor(wallet, someEmail());
    expect((await post('verify', { ...login, ...own })).status).toBe(200);
    sent = [];
    await send(wallet, attacker);
    expect(sent).toEqual([]);
    expectProblem(await post('verify', { ...(await signed(wallet)), ...proof }), 401, 'UNAUTHORIZED');
  });

  it('opens with signature and code in either order', async () => {
    const codeFirst = evmWallet();
    expect((await logInWith(codeFirst, someEmail())).status).toBe(200);
    const codeSecond = evmWallet();
    const login = await signed(codeSecond);
    expect((await post('verify', login)).status).toBe(401);
    const proof = await proofFor(codeSecond, someEmail());
    expect((await post('verify', { ...login, ...proof })).status).toBe(200);
  });

  it('accepts a code for one login of its own wallet on its own network', async () => {
    const wallet = evmWallet();
    const email = someEmail();
    const used = await proofFor(wallet, email);
    expect((await post('verify', { ...(await signed(wallet)), ...used })).status).toBe(200);
    expect((await post('verify', { ...(await signed(wallet)), ...used })).status).toBe(401);
    const proof = await proofFor(wallet, email);
    const elsewhere = await signed({ ...wallet, blockchain: 'polygon' });
    expect((await post('verify', { ...elsewhere, ...proof })).status).toBe(401);
  });

  it('binds the contact at the first login, and sends no code to another address later', async () => {
    const wallet = evmWallet();
    const email = someEmail();
    expect((await logInWith(wallet, email)).status).toBe(200);
    sent = [];
    const answer = await send(wallet, someEmail());
    expect([answer.status, answer.body]).toEqual([200, SENT]);
    expect(sent).toEqual([]);
    const again = await logInWith(wallet, email.toUpperCase().replace('EXAMPLE.COM', 'example.com'));
    expect(again.status).toBe(200);
  });
});

describe('a code', () => {
  it('is nowhere in plain text, nor is its e-mail address', async () => {
    const wallet = evmWallet();
    const email = someEmail();
    const { code } = await codeFor(wallet, email);
    const stored = await world.pool.query<{ all: string }>(
      "SELECT string_agg(key || ' ' || value, ' ') AS all FROM lastro.expiring_values",
    );
    const text = stored.rows[0]?.all ?? '';
    expect(text).toContain(wallet.address);
    for (const secret of [code, email, email.split('@', 1)[0] ?? '']) expect(text).not.toContain(secret);
  });
});

it('a request for a code names each invalid field', async () => {
  const whole = { ...named(evmWallet()), channel: 'email', destination: someEmail() };
  const wrong: readonly (readonly [object, string])[] = [
    [{ ...whole, destination: 'ana' }, 'destination'],
    [{ ...whole, destination: 'ana@example.com\nBcc: eve@example.com' }, 'destination'],
    [{ ...whole, destination: '"ana"@example.com' }, 'destination'],
    [{ ...whole, destination: '"a\\na"@example.com' }, 'destination'],
    [{ ...whole, destination: '"a na"@example.com' }, 'destination'],
    [{ ...whole, channel: 'sms' }, 'channel'],
    [{ ...whole, blockchain: 'dogecoin' }, 'blockchain'],
    [{ ...whole, address: 'x'.repeat(50) }, 'address'],
  ];
  for (const [body, field] of wrong) expectInvalid(await post('otp/send', body), [field]);
  const otpId = '0'.repeat(32);
  expectInvalid(await post('otp/verify', { ...named(evmWallet()), otpId, code: '123456' }), ['code']);
  expectInvalid(await post('otp/verify', { ...named(evmWallet()), otpId: 'x', code: '12345678' }), ['otpId']);
  expectInvalid(await post('otp/verify', { ...named(evmWallet()), code: '12345678' }), ['otpId']);
  const badProof = { ...named(evmWallet()), signature: '0x1', otpProof: 'a'.repeat(31) };
  expectInvalid(await post('verify', badProof), ['otpProof']);
});

it('a request for a code fails without a mail sender, and no login needs a code by default', async () => {
  const wallet = evmWallet();
  const body = { ...named(wallet), channel: 'email', destination: someEmail() };
  expectProblem(await post('otp/send', body, world.app), 503, 'PROVIDER_NOT_CONFIGURED');
  expect((await post('verify', await signed(wallet, world.app), world.app)).status).toBe(200);
});
