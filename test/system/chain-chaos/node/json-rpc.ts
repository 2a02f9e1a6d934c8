export interface RpcCall {
  readonly jsonrpc?: string;
  readonly id: number | string | null;
  readonly method: string;
  readonly params?: readonly unknown[];
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcError };

export type Fields = Readonly<Record<string, unknown>>;

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

export const failed = (code: number, message: string): RpcAnswer => ({ error: { code, message } });

const headers = { 'content-type': 'application/json' };

const post = async (url: string, body: unknown): Promise<unknown> =>
  (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();

/** The node's answer to one call, error or not. */
export const forward = async (url: string, method: string, params: readonly unknown[] = []): Promise<RpcAnswer> => {
  const answer = (await post(url, { jsonrpc: '2.0', id: 1, method, params })) as Partial<
    Record<'result' | 'error', unknown>
  >;
  return answer.error === undefined ? { result: answer.result } : { error: answer.error as RpcError };
};

/** The result of one call to an honest node. Rejects with its error. */
export const ask = async <Value>(url: string, method: string, params: readonly unknown[] = []): Promise<Value> => {
  const answer = await forward(url, method, params);
  if ('error' in answer) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result as Value;
};

const MOST_IN_BATCH = 500;

/** The results of many calls in order, in few requests. Rejects with the first error. */
export const askAll = async <Value>(
  url: string,
  calls: readonly (readonly [method: string, params: readonly unknown[]])[],
): Promise<readonly Value[]> => {
  const results: Value[] = [];
  for (let from = 0; from < calls.length; from += MOST_IN_BATCH) {
    const part = calls.slice(from, from + MOST_IN_BATCH);
    const body = part.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }));
    const answers = (await post(url, body)) as { id: number; result?: Value; error?: RpcError }[];
    const wrong = answers.find(({ error }) => error !== undefined);
    if (wrong !== undefined) throw new Error(`${part[wrong.id]?.[0] ?? ''}: ${wrong.error?.message ?? ''}`);
    results.push(...answers.sort((one, other) => one.id - other.id).map(({ result }) => result as Value));
  }
  return results;
};

export const newestOf = async (url: string): Promise<number> => Number(await ask<string>(url, 'eth_blockNumber'));
