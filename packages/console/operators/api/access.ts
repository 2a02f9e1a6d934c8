import { type Answer, answerOf, dataIn, type Listed, listed } from '../../parts/frame/answer';
import type { OpsConsoleSession, OpsEvent, OpsListedOperator } from '../../wire';
import { client } from './client';

export const readOperators = (): Promise<Answer<readonly OpsListedOperator[]>> =>
  answerOf(client.GET('/ops/v1/operators'), dataIn);

export const readSessions = (): Promise<Answer<readonly OpsConsoleSession[]>> =>
  answerOf(client.GET('/ops/v1/sessions'), dataIn);

/** Newest first. Filters go as they stand in the address. */
export const readAccess = (filters: Readonly<Record<string, string>>): Promise<Answer<Listed<OpsEvent>>> =>
  answerOf(client.GET('/ops/v1/access', { params: { query: filters } }), listed);
