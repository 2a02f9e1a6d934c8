import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsLink, OpsSession, OpsSignInStart, OpsSignInWays } from '../../wire';
import { client } from './client';

export const readSession = (): Promise<Answer<OpsSession>> => answerOf(client.GET('/ops/v1/session'), dataIn);

export const lookAtLink = (token: string): Promise<Answer<OpsLink>> =>
  answerOf(client.POST('/ops/v1/session/look', { body: { token } }), dataIn);

export const signIn = (token: string): Promise<Answer<OpsSession>> =>
  answerOf(client.POST('/ops/v1/session', { body: { token } }), dataIn);

export const signOut = (): Promise<Answer<null>> => answerOf(client.DELETE('/ops/v1/session'), () => null);

export const listWays = (): Promise<Answer<OpsSignInWays>> => answerOf(client.GET('/ops/v1/session/ways'), dataIn);

export const beginAtProvider = (): Promise<Answer<OpsSignInStart>> =>
  answerOf(client.POST('/ops/v1/session/oidc'), dataIn);
