import { parentPort } from 'node:worker_threads';
import { createChainReader } from '../families';
import { serveReaders } from './reader-serving';

/** The thread in which the answers of chains are parsed: `reader-thread.ts` starts it. */
if (parentPort === null) throw new Error('This program is a thread of the service, and none by itself');
serveReaders(parentPort, createChainReader);
