import type { OpsHits } from '../../wire';
import { type Answer, answerOf, client, dataIn } from './answer';

export const readHits = (text: string): Promise<Answer<OpsHits>> =>
  answerOf(client.GET('/ops/v1/search', { params: { query: { q: text } } }), dataIn);
