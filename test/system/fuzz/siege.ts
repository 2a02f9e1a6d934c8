import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import { untilServed } from './busy';
import type { Instance } from './instance';
import { BUSY, oddOf, type Race, type RaceReport, runRaces, type Send } from './racing';
import type { Reply } from './requests/http-client';

const OWNER = '203.0.113.7';
/** Each a network of its own, as limits count them. */
const STRANGERS = ['198.51.100.7', '2001:db8:1::1', '2001:db8:2::1'] as const;
/** What a stranger can be told: a challenge, an id of a code, that a proof is none, or to wait. */
const TOLD = [200, 401, 429];
const NETWORK = 'ethereum';
/** One after the other: the newest codes alone stand in the file of the sandbox. */
const ROUNDS_AT_ONCE = 1;

/**
 * Strangers who want to lock an account out ask for challenges and codes of it, sign wrongly and try codes, while its owner
 * logs in: the owner's signature and code are good, once, whatever they do.
 */
export const raceSieges = async ({ urls, dataDir }: Instance, race: Race): Promise<RaceReport> =>
  runRaces(
    urls,
    race,
    async (send) => {
      const siege = besieging(send, race.runners);
      const before = await siege.attack(null);
      const { challenge, challengeId, otpId, code } = await asOwner(send, siege.owner, dataDir);
      const during = await siege.attack(challengeId);
      const signature = siege.owner.wallet.signMessageSync(challenge);
      const [proved, replies, last] = await Promise.all([
        siege.post(0, OWNER, 'otp/verify', { otpId, code }),
        Promise.all([0, 1].map((runner) => siege.post(runner, OWNER, 'verify', { signature }))),
        siege.attack(challengeId),
      ]);
      const winners = replies.filter(({ status }) => status === 200).length;
      const stray = [...before, ...during, ...last].filter(({ status }) => !TOLD.includes(status));
      return {
        winners,
        isUndecided: winners === 0 && replies.some(({ status }) => status === BUSY),
        odd: [
          ...oddOf(stray),
          ...oddOf(replies.filter(({ status }) => ![200, 401, BUSY].includes(status))),
          ...oddOf([proved].filter(({ status }) => status !== 200)).map((text) => `the owner's code: ${text}`),
        ],
      };
    },
    ROUNDS_AT_ONCE,
  );

interface Owner {
  readonly wallet: Wallet;
  readonly account: { readonly address: string; readonly blockchain: string };
  readonly destination: string;
}

const newOwner = (): Owner => {
  const wallet = new Wallet(`0x${randomBytes(32).toString('hex')}`);
  const account = { address: wallet.address.toLowerCase(), blockchain: NETWORK };
  return { wallet, account, destination: `owner-${randomUUID()}@pessoa.example` };
};

const postTo =
  (send: Send, { account }: Owner) =>
  async (runner: number, from: string, route: string, body: object): Promise<Reply> => {
    const request = { method: 'POST', path: `/api/auth/${route}`, from, body: { ...account, ...body } };
    return (await untilServed(() => send(runner, request))).answer;
  };

const besieging = (send: Send, runners: number) => {
  const owner = newOwner();
  const post = postTo(send, owner);
  return {
    owner,
    post,
    /** `challengeId`: the owner's own, as if it had leaked. */
    attack: async (challengeId: string | null): Promise<readonly Reply[]> => {
      const attacks = Array.from({ length: runners }, (_, runner) => attackFrom(post, owner, { runner, challengeId }));
      return (await Promise.all(attacks)).flat();
    },
  };
};

/** Everything that one stranger can send about somebody else's account, as it pleases. */
const attackFrom = async (
  post: ReturnType<typeof postTo>,
  { destination }: Owner,
  { runner, challengeId }: { readonly runner: number; readonly challengeId: string | null },
): Promise<readonly Reply[]> => {
  const from = STRANGERS[runner % STRANGERS.length] ?? STRANGERS[0];
  const signature = new Wallet(`0x${randomBytes(32).toString('hex')}`).signMessageSync('x');
  const named = challengeId === null ? {} : { challengeId };
  // Its own codes, and few to the owner's mailbox: that one is sent ten in all, whoever asks.
  const to = runner < 1 ? destination : `stranger-${runner}@pessoa.example`;
  const sent = await post(runner, from, 'otp/send', { channel: 'email', destination: to });
  const otpId = (JSON.parse(sent.text) as { readonly data?: { readonly otpId?: string } }).data?.otpId;
  const tries = Array.from({ length: 3 }, () => ({ otpId: otpId ?? '0'.repeat(32), code: '00000000' }));
  return [
    sent,
    ...(await Promise.all([
      post(runner, from, 'challenge', {}),
      post(runner, from, 'verify', { signature }),
      post(runner, from, 'verify', { signature, ...named }),
      ...tries.map((tried) => post(runner, from, 'otp/verify', tried)),
    ])),
  ];
};

interface AskedByOwner {
  readonly challenge: string;
  readonly challengeId: string;
  readonly otpId: string;
  readonly code: string;
}

const asOwner = async (send: Send, owner: Owner, dataDir: string): Promise<AskedByOwner> => {
  const post = postTo(send, owner);
  const { destination } = owner;
  const { challenge, challengeId } = dataOf(await post(0, OWNER, 'challenge', {}));
  const { otpId } = dataOf(await post(0, OWNER, 'otp/send', { channel: 'email', destination }));
  return { challenge, challengeId, otpId, code: codeFor(destination, dataDir) };
};

/** What of it the route answers. */
const dataOf = ({ status, text }: Reply): AskedByOwner => {
  if (status !== 200) throw new Error(`the owner is turned away: ${status} ${text}`);
  return (JSON.parse(text) as { readonly data: AskedByOwner }).data;
};

/** The newest, from the file that stands for a mailbox here. */
const codeFor = (destination: string, dataDir: string): string => {
  const mails = JSON.parse(fs.readFileSync(path.join(dataDir, 'outbox.json'), 'utf8')) as readonly {
    readonly to: string;
    readonly text: string;
  }[];
  const text = mails.findLast(({ to }) => to === destination)?.text ?? '';
  return /\d{8}/.exec(text)?.[0] ?? '';
};
