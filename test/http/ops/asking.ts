import request from 'supertest';
import openapi from '../../../src/http/generated/ops-openapi.json';
import { documentOf, jsonOf } from '../public/document';
import type { OpsWorld, Person } from './ops-world';

const { api, faultsOf } = documentOf(openapi);

export const byKey = ({ operatorKey }: Person) => ({ Authorization: `Bearer ${operatorKey}` });

/** Requests of the viewer, and changes by the operator. */
export const askingOf = (opsOf: () => OpsWorld) => ({
  get: (path: string, headers: object = byKey(opsOf().people.viewer)) =>
    request(opsOf().app)
      .get(`/ops/v1/${path}`)
      .set({ ...headers }),
  post: (path: string, body: object, headers: object = byKey(opsOf().people.operator), key?: string) =>
    request(opsOf().app)
      .post(`/ops/v1/${path}`)
      .set({ 'Idempotency-Key': key ?? opsOf().world.deps.ids.uuid(), ...headers })
      .send({ reason: 'seen at the bank', ...body }),
});

export const expectDocumented = (path: string, method: 'get' | 'post', body: unknown): void => {
  const answer = api.paths[path]?.[method]?.responses['200'];
  const schema = answer === undefined ? undefined : jsonOf(answer)?.schema;
  expect([path, schema === undefined ? ['no schema'] : faultsOf(schema, body)]).toEqual([path, []]);
};
