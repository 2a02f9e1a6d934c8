import type { Express } from 'express';
import { systemContext } from '../../../commands/handling/context';
import type { OneTimeCode } from '../../../commands/wallet-login/otp-sender';
import { sendOtp } from '../../../commands/wallet-login/send-otp';
import { evmWallet, type TestWallet, xrplWallet } from '../../samples/wallets';
import { walletDoor } from '../wallet/wallet-door';
import type { Driver, Drivers, Stage } from './driver';

const named = ({ address, blockchain }: TestWallet) => ({ address, blockchain });

/** The body of a log-in with the wallet's signed challenge. */
const signed = async ({ world }: Stage, wallet: TestWallet) => {
  const { body } = await walletDoor(world.app).post('challenge', named(wallet));
  const { challenge, challengeId } = body.data as { readonly challenge: string; readonly challengeId: string };
  return { ...named(wallet), challengeId, ...(await wallet.sign(challenge)) };
};

/** A code for a new contact each time: sending is counted. */
const codeRequest = ({ world }: Stage, wallet = evmWallet()) => ({
  ...named(wallet),
  channel: 'email',
  destination: `ana-${world.deps.ids.uuid()}@example.com`,
});

const NO_CODE = { otpId: '0'.repeat(32), code: '12345678' };

/** The app with a sender that hands the code over. */
const sendingTo = ({ world }: Stage, take: (message: OneTimeCode) => void): Express =>
  world.appWith({ sendOtp: sendOtp({ ...world.ports, otpSender: { send: take } }) });

const verification: Driver = {
  ask: async (stage) => ({ body: await signed(stage, evmWallet()) }),
  also: [
    { status: 200, ask: async (stage) => ({ body: await signed(stage, xrplWallet()) }) },
    { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: named(evmWallet()) }) },
    { status: 401, code: 'UNAUTHORIZED', ask: () => ({ body: { ...named(evmWallet()), signature: 'x' } }) },
    {
      status: 403,
      code: 'USER_BLOCKED',
      ask: async (stage) => {
        const wallet = evmWallet();
        const account = { pubkey: wallet.address, blockchain: wallet.blockchain };
        const { userId } = await stage.world.service.registerWallet(account, 'test');
        const change = { userId, change: 'BlockUser', reason: 'test' } as const;
        await stage.world.service.blockUser(change, systemContext('test', stage.world.deps.ids.uuid(), 'test'));
        return { body: await signed(stage, wallet) };
      },
    },
  ],
  elsewhere: { PARTNER_INACTIVE: 'test/commands/wallet-login/finish-wallet-login.test.ts' },
};

/** How a wallet gets its token. */
export const walletLoginDrivers: Drivers = {
  'post /api/auth/challenge': {
    ask: () => ({ body: named(evmWallet()) }),
    also: [
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: { ...named(evmWallet()), blockchain: 'none' } }) },
    ],
  },
  'post /api/auth/verify': verification,
  'post /api/auth/otp/send': {
    ask: (stage) => ({ body: codeRequest(stage), app: sendingTo(stage, () => undefined) }),
    also: [
      { status: 400, code: 'VALIDATION_ERROR', ask: (stage) => ({ body: { ...codeRequest(stage), channel: 'sms' } }) },
      // The fourth code for one wallet and one address within ten minutes.
      {
        status: 429,
        code: 'RATE_LIMITED',
        ask: async (stage) => {
          const [wallet, app] = [evmWallet(), sendingTo(stage, () => undefined)];
          const body = codeRequest(stage, wallet);
          for (let sent = 0; sent < 3; sent += 1) await walletDoor(app).post('otp/send', body);
          return { body, app };
        },
      },
      // This world sends no mail.
      { status: 503, code: 'PROVIDER_NOT_CONFIGURED', ask: (stage) => ({ body: codeRequest(stage) }) },
    ],
  },
  'post /api/auth/otp/verify': {
    ask: async (stage) => {
      const wallet = evmWallet();
      const codes: string[] = [];
      const app = sendingTo(stage, ({ code }) => void codes.push(code));
      const { body } = await walletDoor(app).post('otp/send', codeRequest(stage, wallet));
      return { body: { ...named(wallet), otpId: body.data.otpId as string, code: codes[0] ?? 'none' } };
    },
    also: [
      {
        status: 400,
        code: 'VALIDATION_ERROR',
        ask: () => ({ body: { ...named(evmWallet()), ...NO_CODE, code: '123' } }),
      },
      { status: 401, code: 'UNAUTHORIZED', ask: () => ({ body: { ...named(evmWallet()), ...NO_CODE } }) },
    ],
  },
};
