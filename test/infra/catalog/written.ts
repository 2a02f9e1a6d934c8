import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder for the files of one test file, and its end. */
export const temporaryFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-catalog-'));
  let files = 0;
  return {
    write: (content: unknown): string => {
      files += 1;
      const file = path.join(folder, `${files}.json`);
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    remove: () => fs.rmSync(folder, { recursive: true }),
  };
};

export const RECEIVER = '0x00000000000000000000000000000000000000aa';

/** The EVM chain of `npm start` as an entry. */
export const localEvm = {
  family: 'evm',
  rpcUrl: 'http://127.0.0.1:8545',
  receiver: RECEIVER,
  chainId: 31_337,
  networkId: null,
  tokenAddress: RECEIVER,
} as const;

export const localSolana = {
  family: 'solana',
  rpcUrl: 'http://127.0.0.1:8899',
  receiver: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  chainId: null,
  networkId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  tokenAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const;

export const networkEntry = {
  name: 'ethereum',
  family: 'evm',
  chainId: 1,
  rpcUrls: ['https://rpc.example.com/key'],
  receiver: RECEIVER,
  mode: 'live',
  finality: 'finalized',
  pollIntervalMs: 4_000,
};
