import type { paths } from '../../generated/ops-api';
import { type Answer, answerOf, dataIn } from '../../parts/frame/answer';
import type { OpsAlert, OpsProposal, OpsShownDeposit, OpsUnmatched, OpsWork } from '../../wire';
import { client } from './client';

export const readWork = (): Promise<Answer<OpsWork>> => answerOf(client.GET('/ops/v1/work'), dataIn);

export const readAlerts = (): Promise<Answer<readonly OpsAlert[]>> => answerOf(client.GET('/ops/v1/alerts'), dataIn);

export const readDeposits = (): Promise<Answer<OpsUnmatched>> => answerOf(client.GET('/ops/v1/deposits'), dataIn);

export const readDeposit = (id: string): Promise<Answer<OpsShownDeposit>> =>
  answerOf(client.GET('/ops/v1/deposits/{id}', { params: { path: { id } } }), dataIn);

export const readProposal = (id: string): Promise<Answer<OpsProposal | null>> =>
  answerOf(client.GET('/ops/v1/payments/{id}/proposal', { params: { path: { id } } }), dataIn);

type Change = Extract<
  keyof paths,
  | `/ops/v1/${'payments' | 'deposits' | 'networks' | 'users' | 'partners'}/{id}/${string}`
  | `/ops/v1/${'operators' | 'sessions' | 'projections'}/{id}/${string}`
  | '/ops/v1/alerts/close'
  | '/ops/v1/webhooks/{id}/replay'
  | '/ops/v1/webhooks/replay'
>;

type BodyOf<Route extends Change> = paths[Route] extends {
  readonly post: { readonly requestBody: { readonly content: { readonly 'application/json': infer Body } } };
}
  ? Body
  : never;

type DataOf<Route extends Change> = paths[Route] extends {
  readonly post: {
    readonly responses: {
      readonly 200: { readonly content: { readonly 'application/json': { readonly data: infer Data } } };
    };
  };
}
  ? Data
  : never;

export interface Sent<Route extends Change> {
  /** The id of the changed object; empty where the body names it. */
  readonly id: string;
  /** A key of a partner. */
  readonly keyId?: string;
  /** An Idempotency-Key. */
  readonly key: string;
  readonly body: BodyOf<Route>;
}

/** Sends a change. The types of route, body and answer are those of the service. */
export const change = <Route extends Change>(
  route: Route,
  { key, body, ...path }: Sent<Route>,
): Promise<Answer<DataOf<Route>>> => {
  const params = { path, header: { 'Idempotency-Key': key } };
  const post = client.POST as unknown as (
    address: string,
    init: { readonly params: typeof params; readonly body: unknown },
  ) => Promise<{ data?: { readonly data: DataOf<Route> }; error?: unknown; response: Response }>;
  return answerOf(post(route, { params, body }), dataIn);
};
