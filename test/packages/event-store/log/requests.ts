import type { AppendReply, AppendRequest } from '../../../../packages/event-store/log/append-request';
import { stored } from '../server/stored';

export const requestOf = (stream: string, changes: Partial<AppendRequest> = {}): AppendRequest => ({
  ...{ stream, expected: -1, events: [stored(1)], sizeBytes: 10, deadlineMs: Infinity, answer: () => undefined },
  ...changes,
});

/** Resolves with the answer to the append. */
export const replyTo = (
  submit: (request: AppendRequest) => void,
  stream: string,
  changes: Partial<AppendRequest> = {},
): Promise<AppendReply> => new Promise((answer) => submit(requestOf(stream, { ...changes, answer })));
