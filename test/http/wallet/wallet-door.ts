import type { Express } from 'express';
import request, { type Response } from 'supertest';
import type { Signed, TestWallet } from '../../samples/wallets';

/** How a wallet knocks. */
export interface WalletDoor {
  readonly post: (path: string, body: object) => PromiseLike<Response>;
  /** The text to sign. */
  readonly challengeOf: (wallet: TestWallet) => Promise<string>;
  readonly verify: (wallet: TestWallet, signed: Signed) => Promise<Response>;
  readonly logIn: (wallet: TestWallet) => Promise<Response>;
}

export const walletDoor = (app: Express): WalletDoor => {
  const post: WalletDoor['post'] = (path, body) => request(app).post(`/api/auth/${path}`).send(body);
  const challengeOf: WalletDoor['challengeOf'] = async ({ address, blockchain }) => {
    const answer = await post('challenge', { address, blockchain });
    expect(answer.status).toBe(200);
    return answer.body.data.challenge as string;
  };
  const verify: WalletDoor['verify'] = async ({ address, blockchain }, signed) =>
    post('verify', { address, blockchain, ...signed });
  const logIn: WalletDoor['logIn'] = async (wallet) => verify(wallet, await wallet.sign(await challengeOf(wallet)));
  return { post, challengeOf, verify, logIn };
};
