import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { MemberLink, MemberSession, OwnSession } from '../../wire-partners';
import { client } from './client';

export const readSession = (): Promise<Answer<MemberSession>> => answerOf(client.GET('/api/v1/session'), dataIn);

export const sendLink = (email: string): Promise<Answer<true>> =>
  answerOf(client.POST('/api/v1/session/link', { body: { email } }), () => true as const);

export const lookAtLink = (token: string): Promise<Answer<MemberLink>> =>
  answerOf(client.POST('/api/v1/session/look', { body: { token } }), dataIn);

export const signIn = (token: string, partnerId: string): Promise<Answer<MemberSession>> =>
  answerOf(client.POST('/api/v1/session', { body: { token, partnerId } }), dataIn);

export const signOut = (): Promise<Answer<null>> => answerOf(client.DELETE('/api/v1/session'), () => null);

export const readOwnSessions = (): Promise<Answer<readonly OwnSession[]>> =>
  answerOf(client.GET('/api/v1/session/own'), dataIn);

export const endOwnSession = (memberSessionId: string): Promise<Answer<null>> =>
  answerOf(
    client.DELETE('/api/v1/session/own/{memberSessionId}', { params: { path: { memberSessionId } } }),
    () => null,
  );
