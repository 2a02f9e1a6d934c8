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

export type ExportedFile = 'audit' | 'payments';

/** The bytes of a file. Fields go as they were given. */
export const readExport = (file: ExportedFile, fields: Readonly<Record<string, string>>): Promise<Answer<Blob>> =>
  answerOf(
    client.GET(`/ops/v1/exports/${file}.csv`, { params: { query: fields as never }, parseAs: 'blob' }),
    (bytes) => bytes,
  );
