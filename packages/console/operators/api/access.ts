import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsConsoleSession, OpsEvent, OpsListedOperator } from '../../wire';
import { client } from './client';

export const readOperators = (): Promise<Answer<readonly OpsListedOperator[]>> =>
  answerOf(client.GET('/ops/v1/operators'), dataIn);

export const readSessions = (): Promise<Answer<readonly OpsConsoleSession[]>> =>
  answerOf(client.GET('/ops/v1/sessions'), dataIn);

export interface AccessPage {
  /** Newest first. */
  readonly events: readonly OpsEvent[];
  readonly nextCursor: string | null;
}

/** Filters go as they stand in the address. */
export const readAccess = (filters: Readonly<Record<string, string>>): Promise<Answer<AccessPage>> =>
  answerOf(client.GET('/ops/v1/access', { params: { query: filters } }), ({ data, meta }) => ({
    ...{ events: data, nextCursor: meta.nextCursor },
  }));
