import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsNetwork, OpsProjections } from '../../wire';
import { client } from './client';

export const readNetworks = (): Promise<Answer<readonly OpsNetwork[]>> =>
  answerOf(client.GET('/ops/v1/networks'), dataIn);

export const readProjections = (): Promise<Answer<OpsProjections>> =>
  answerOf(client.GET('/ops/v1/projections'), dataIn);
