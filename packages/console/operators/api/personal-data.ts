import type { OpsOpened, OpsOpening } from '../../wire';
import { type Answer, answerOf, client, dataIn } from './answer';

export const openPersonalData = (body: OpsOpening, key: string): Promise<Answer<OpsOpened>> =>
  answerOf(client.POST('/ops/v1/personal-data/open', { body, params: { header: { 'Idempotency-Key': key } } }), dataIn);
