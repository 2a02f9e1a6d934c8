import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsOpened, OpsOpening, OpsPersonalHits, OpsPersonalSearch } from '../../wire';
import { client } from './client';

export const openPersonalData = (body: OpsOpening, key: string): Promise<Answer<OpsOpened>> =>
  answerOf(client.POST('/ops/v1/personal-data/open', { body, params: { header: { 'Idempotency-Key': key } } }), dataIn);

export const searchPersonalData = (body: OpsPersonalSearch, key: string): Promise<Answer<OpsPersonalHits>> =>
  answerOf(
    client.POST('/ops/v1/personal-data/search', { body, params: { header: { 'Idempotency-Key': key } } }),
    dataIn,
  );
