import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsHits } from '../../wire';
import { client } from './client';

export const readHits = (text: string): Promise<Answer<OpsHits>> =>
  answerOf(client.GET('/ops/v1/search', { params: { query: { q: text } } }), dataIn);
