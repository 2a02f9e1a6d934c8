import type { OpsNetwork, OpsProjections } from '../../wire';
import { type Answer, answerOf, client, dataIn } from './answer';

export const readNetworks = (): Promise<Answer<readonly OpsNetwork[]>> =>
  answerOf(client.GET('/ops/v1/networks'), dataIn);

export const readProjections = (): Promise<Answer<OpsProjections>> =>
  answerOf(client.GET('/ops/v1/projections'), dataIn);
