import { parentPort } from 'node:worker_threads';
import { createChainReader } from '../families';
import { serveReaders } from './reader-serving';

/** Entry of the worker thread that `reader-thread.ts` starts; parsing of chain answers happens here. */
if (parentPort === null) throw new Error('This program runs only as a thread of the service');
serveReaders(parentPort, createChainReader);
