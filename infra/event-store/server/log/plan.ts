import type { AppendReply, AppendRequest } from './append-request';
import { decide, type Known } from './decide';
import type { StoredEvent } from './stored-event';

/** One commit: its events, and the answers once it is durable. */
export interface Plan {
  readonly events: readonly StoredEvent[];
  readonly answers: readonly (readonly [AppendRequest, AppendReply])[];
  /** Compared with the durable log at the expected revision; the number is the stream's last revision. */
  readonly comparisons: readonly (readonly [AppendRequest, number])[];
}

export interface PlanContext {
  readonly head: number;
  readonly nowMs: number;
  readonly lastRevision: (stream: string) => number;
  readonly setLastRevision: (stream: string, revision: number) => void;
  /** By `idKey`, for requests without an exact revision. */
  readonly known: Map<string, Known>;
}

export const idKey = (stream: string, id: string): string => `${id} ${stream}`;

const numbered = (request: AppendRequest, context: PlanContext, position: number, revision: number): StoredEvent[] =>
  request.events.map((event, index) => ({
    ...event,
    stream: request.stream,
    position: position + 1 + index,
    revision: revision + 1 + index,
    createdMs: context.nowMs,
  }));

const remember = (known: Map<string, Known>, events: readonly StoredEvent[]): void => {
  for (const { stream, id, revision, position } of events) known.set(idKey(stream, id), { revision, position });
};

/** Decides requests in order, each against the state after those before it. */
const planCommit = (requests: readonly AppendRequest[], context: PlanContext): Plan => {
  const events: StoredEvent[] = [];
  const answers: [AppendRequest, AppendReply][] = [];
  const comparisons: [AppendRequest, number][] = [];
  for (const request of requests) {
    const last = context.lastRevision(request.stream);
    const decision = decide(request, last, (id) => context.known.get(idKey(request.stream, id)));
    if (decision.kind === 'compare') comparisons.push([request, decision.current]);
    if (decision.kind === 'wrong_revision') {
      answers.push([request, { outcome: 'wrong_revision', current: decision.current }]);
    }
    if (decision.kind === 'repeated') answers.push([request, { outcome: 'appended', ...decision.known }]);
    if (decision.kind !== 'write') continue;
    const added = numbered(request, context, context.head + events.length, last);
    for (const event of added) events.push(event);
    remember(context.known, added);
    const revision = last + added.length;
    context.setLastRevision(request.stream, revision);
    answers.push([request, { outcome: 'appended', revision, position: added.at(-1)?.position ?? null }]);
  }
  return { events, answers, comparisons };
};

/** Revisions are remembered only once all is decided: what throws half-way has changed none. */
export const planWhole = (requests: readonly AppendRequest[], context: PlanContext): Plan => {
  const revisions = new Map<string, number>();
  const plan = planCommit(requests, {
    ...context,
    lastRevision: (stream) => revisions.get(stream) ?? context.lastRevision(stream),
    setLastRevision: (stream, revision) => void revisions.set(stream, revision),
  });
  for (const [stream, revision] of revisions) context.setLastRevision(stream, revision);
  return plan;
};
