import { ed25519 } from '@noble/curves/ed25519';
import { Keypair as SolanaKeypair } from '@solana/web3.js';
import { Keypair as StellarKeypair } from '@stellar/stellar-sdk';
import { Wallet as EvmWallet } from 'ethers';
import { base58btc } from 'multiformats/bases/base58';
import { sign as signXrpl } from 'ripple-keypairs';
import { utils } from 'tronweb';
import { ECDSA, Wallet as XrplWallet } from 'xrpl';
import type { ChainFamily } from '../../aggregates/chain';
import { sep53Hash } from '../../infra/chains/stellar/wallet';

export interface Signed {
  readonly signature: string;
  readonly publicKey?: string;
}

/** An address, and a key that signs like the wallets of its family. */
export interface TestWallet {
  readonly family: ChainFamily;
  readonly blockchain: string;
  readonly address: string;
  readonly sign: (text: string) => Promise<Signed>;
}

export const evmWallet = (blockchain = 'ethereum'): TestWallet => {
  const wallet = EvmWallet.createRandom();
  const sign = async (text: string) => ({ signature: await wallet.signMessage(text) });
  return { family: 'evm', blockchain, address: wallet.address.toLowerCase(), sign };
};

/** `encode` writes the 64 bytes. */
export const solanaWallet = (
  encode: (bytes: Uint8Array) => string = (bytes) => base58btc.baseEncode(bytes),
): TestWallet => {
  const pair = SolanaKeypair.generate();
  const sign = async (text: string) => ({
    signature: encode(ed25519.sign(Buffer.from(text), pair.secretKey.subarray(0, 32))),
  });
  return { family: 'solana', blockchain: 'solana', address: pair.publicKey.toBase58(), sign };
};

export const stellarWallet = (): TestWallet => {
  const pair = StellarKeypair.random();
  const sign = async (text: string) => ({ signature: pair.sign(sep53Hash(text)).toString('base64') });
  return { family: 'stellar', blockchain: 'stellar', address: pair.publicKey(), sign };
};

export const tronWallet = (): TestWallet => {
  const { address, privateKey } = utils.accounts.generateAccount();
  const sign = async (text: string) => ({ signature: utils.message.signMessage(text, privateKey) });
  return { family: 'tron', blockchain: 'tron', address: address.base58, sign };
};

export const xrplWallet = (algorithm: ECDSA = ECDSA.ed25519): TestWallet => {
  const wallet = XrplWallet.generate(algorithm);
  const sign = async (text: string) => ({
    signature: signXrpl(Buffer.from(text).toString('hex').toUpperCase(), wallet.privateKey),
    publicKey: wallet.publicKey,
  });
  return { family: 'xrpl', blockchain: 'xrpl', address: wallet.classicAddress, sign };
};

/** Every family, and every algorithm and encoding that a family has. */
export const everyWallet = (): readonly (readonly [string, TestWallet])[] => [
  ['EVM', evmWallet()],
  ['Solana, base58', solanaWallet()],
  ['Solana, base64', solanaWallet((bytes) => Buffer.from(bytes).toString('base64'))],
  ['Stellar', stellarWallet()],
  ['Tron', tronWallet()],
  ['XRPL, ed25519', xrplWallet(ECDSA.ed25519)],
  ['XRPL, secp256k1', xrplWallet(ECDSA.secp256k1)],
];
