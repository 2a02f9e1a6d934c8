import { randomUUID } from 'node:crypto';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { AppendReq, BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';

const uuid = (text: string): UUID => {
  const id = new UUID();
  id.setString(text);
  return id;
};

const nameOf = (stream: string): StreamIdentifier => {
  const name = new StreamIdentifier();
  name.setStreamName(Buffer.from(stream));
  return name;
};

const filled = <Message extends AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage>(
  message: Message,
  bytes: number,
): Message => {
  message.setId(uuid(randomUUID()));
  message.getMetadataMap().set('type', 'Any').set('content-type', 'application/json');
  message.setData(Buffer.alloc(bytes, 'x'));
  return message;
};

export interface Part {
  readonly id: string;
  /** In the first part. */
  readonly stream?: string;
  readonly eventBytes?: number;
  readonly events?: number;
  readonly isFinal?: boolean;
}

/** A part of a batch append. */
export const batchPart = ({ id, stream, eventBytes = 10, events = 1, isFinal = false }: Part): Uint8Array => {
  const request = new BatchAppendReq();
  request.setCorrelationId(uuid(id));
  request.setIsFinal(isFinal);
  if (stream !== undefined) {
    const options = new BatchAppendReq.Options();
    options.setStreamIdentifier(nameOf(stream));
    options.setStreamPosition('0');
    request.setOptions(options);
  }
  for (let n = 0; n < events; n += 1) {
    request.addProposedMessages(filled(new BatchAppendReq.ProposedMessage(), eventBytes));
  }
  return request.serializeBinary();
};

export interface BatchAnswer {
  readonly id: string;
  readonly code: number;
  readonly message: string;
}

export const batchAnswer = (bytes: Buffer): BatchAnswer => {
  const answer = BatchAppendResp.deserializeBinary(bytes);
  const error = answer.getError();
  const id = answer.getCorrelationId()?.getString() ?? '';
  return { id, code: error?.getCode() ?? 0, message: error?.getMessage() ?? '' };
};

export const appendOptions = (stream: string): Uint8Array => {
  const options = new AppendReq.Options();
  options.setStreamIdentifier(nameOf(stream));
  options.setAny(new Empty());
  const request = new AppendReq();
  request.setOptions(options);
  return request.serializeBinary();
};

export const appendEvent = (bytes: number): Uint8Array => {
  const request = new AppendReq();
  request.setProposedMessage(filled(new AppendReq.ProposedMessage(), bytes));
  return request.serializeBinary();
};
