import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import Module from 'node:module';
import { Client } from 'pg';
import type { createAppendQueue } from '../../packages/event-store/log/append-queue';
import { type Calls, type CountedRequest, countAppend, countStatement, noCalls } from './calls';

// Loaded into the service before its own code (`node --require`): each answered request becomes a line of CALLS_FILE.
const FILE = process.env['CALLS_FILE'] ?? '';
const counted = new AsyncLocalStorage<Calls>();
const ofRequest = new WeakMap<IncomingMessage, Calls>();
const inside = new WeakSet<object>();

type Method = (this: object, ...words: readonly unknown[]) => unknown;

const wrap = (prototype: object, name: string, around: (original: Method) => Method): void => {
  const methods = prototype as Record<string, Method>;
  const original = methods[name];
  if (original === undefined) throw new Error(`${name} is not there to be counted`);
  methods[name] = around(original);
};

wrap(
  Server.prototype,
  'emit',
  (emit) =>
    function (event, request, ...rest) {
      if (event !== 'request') return emit.call(this, event, request, ...rest);
      const calls = noCalls();
      ofRequest.set(request as IncomingMessage, calls);
      return counted.run(calls, () => emit.call(this, event, request, ...rest));
    },
);

/** Events of the socket, such as the body, lose the context of the request. */
wrap(
  IncomingMessage.prototype,
  'emit',
  (emit) =>
    function (...words) {
      const calls = ofRequest.get(this as IncomingMessage);
      return calls === undefined ? emit.call(this, ...words) : counted.run(calls, () => emit.call(this, ...words));
    },
);

wrap(
  ServerResponse.prototype,
  'end',
  (end) =>
    function (...words) {
      const { req } = this as ServerResponse;
      const calls = ofRequest.get(req);
      ofRequest.delete(req);
      if (calls !== undefined) keep({ method: req.method ?? '', path: req.url ?? '', ...calls });
      return end.call(this, ...words);
    },
);

const keep = (request: CountedRequest): void => appendFileSync(FILE, `${JSON.stringify(request)}\n`);

wrap(
  Client.prototype,
  'query',
  (query) =>
    function (asked, ...rest) {
      const text = typeof asked === 'string' ? asked : (asked as { readonly text?: string }).text;
      const calls = counted.getStore();
      if (calls !== undefined && text !== undefined) {
        if (countStatement(calls, text, inside.has(this))) inside.add(this);
        else inside.delete(this);
      }
      return query.call(this, asked, ...rest);
    },
);

/** The loop that appends has a context of its own, so an append is counted where its request queues it. */
const queueThatCounts =
  (create: typeof createAppendQueue): typeof createAppendQueue =>
  (limits) => {
    const queue = create(limits);
    const add: typeof queue.add = (request) => {
      const calls = counted.getStore();
      if (calls !== undefined) countAppend(calls);
      return queue.add(request);
    };
    return { ...queue, add };
  };

wrap(
  Module,
  '_load',
  (load) =>
    function (name, ...rest) {
      const loaded = load.call(this, name, ...rest);
      if (name !== './append-queue') return loaded;
      return {
        createAppendQueue: queueThatCounts(
          (loaded as { createAppendQueue: typeof createAppendQueue }).createAppendQueue,
        ),
      };
    },
);
