import { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { supportedMethodsCall } from '../../../../../packages/event-store/server/calls/server-features';
import type { Call } from '../../../../../packages/event-store/server/grpc/call';
import type { Handler } from '../../../../../packages/event-store/server/grpc/grpc-server';

const answerOf = async (handler: Handler): Promise<Buffer> => {
  const written: Buffer[] = [];
  await handler({ write: async (framed: Buffer) => void written.push(framed) } as unknown as Call);
  expect(written).toHaveLength(1);
  return written[0]!.subarray(5);
};

describe('the first calls of a client', () => {
  it('name the methods in lower case, with the features that clients need', async () => {
    const streams = '/event_store.client.streams.Streams';
    const answer = await answerOf(supportedMethodsCall([`${streams}/Read`, `${streams}/BatchAppend`]));
    const { methodsList, eventStoreServerVersion } = SupportedMethods.deserializeBinary(answer).toObject();
    expect(methodsList).toEqual([
      { serviceName: 'event_store.client.streams.streams', methodName: 'read', featuresList: ['position', 'events'] },
      {
        serviceName: 'event_store.client.streams.streams',
        methodName: 'batchappend',
        featuresList: ['deadline_duration'],
      },
    ]);
    expect(eventStoreServerVersion).toMatch(/^24\.\d+\.\d+$/);
  });
});
