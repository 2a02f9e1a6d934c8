import { frame } from '../grpc/frames';
import { EMPTY, encode } from './wire';

export const confirmation = (subscriptionId: string): Buffer =>
  frame(encode('ReadResponse', { confirmation: { subscriptionId } }));

export const checkpoint = (position: number): Buffer =>
  frame(encode('ReadResponse', { checkpoint: { commit: position, prepare: position } }));

export const caughtUp = (): Buffer => frame(encode('ReadResponse', { caughtUp: EMPTY }));

export const streamNotFound = (stream: string): Buffer =>
  frame(encode('ReadResponse', { streamNotFound: { stream: { name: Buffer.from(stream) } } }));
