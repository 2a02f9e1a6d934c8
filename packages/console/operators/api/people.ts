import type { paths } from '../../generated/ops-api';
import { type Answer, answerOf, dataIn, type Listed, listed } from '../../parts/frame/answer';
import type { OpsPartner, OpsReplayCount, OpsReplayFilter, OpsShownPartner, OpsShownUser, OpsUser } from '../../wire';
import { client } from './client';

type UsersQuery = paths['/ops/v1/users']['get']['parameters']['query'];

/** Filters go as they stand in the address, and the service refuses what it does not know. */
export const readUsers = (filters: Readonly<Record<string, string>>): Promise<Answer<Listed<OpsUser>>> =>
  answerOf(client.GET('/ops/v1/users', { params: { query: filters as unknown as UsersQuery } }), listed);

export const readUser = (id: string): Promise<Answer<OpsShownUser>> =>
  answerOf(client.GET('/ops/v1/users/{id}', { params: { path: { id } } }), dataIn);

export const readPartners = (cursor: string | null): Promise<Answer<Listed<OpsPartner>>> =>
  answerOf(client.GET('/ops/v1/partners', { params: { query: cursor === null ? {} : { cursor } } }), listed);

export const readPartner = (id: string): Promise<Answer<OpsShownPartner>> =>
  answerOf(client.GET('/ops/v1/partners/{id}', { params: { path: { id } } }), dataIn);

export const countReplayable = (filter: OpsReplayFilter): Promise<Answer<OpsReplayCount>> =>
  answerOf(client.GET('/ops/v1/webhooks/replay', { params: { query: filter } }), dataIn);
