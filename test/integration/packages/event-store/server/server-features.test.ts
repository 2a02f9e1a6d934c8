import { ClusterInfo, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { gossipCall, supportedMethodsCall } from '../../../../../packages/event-store/server/calls/server-features';
import type { Call } from '../../../../../packages/event-store/server/grpc/call';
import type { Handler } from '../../../../../packages/event-store/server/grpc/grpc-server';

const answerOf = async (handler: Handler): Promise<Buffer> => {
  const written: Buffer[] = [];
  await handler({ write: async (framed: Buffer) => void written.push(framed) } as unknown as Call);
  expect(written).toHaveLength(1);
  return written[0]!.subarray(5);
};

describe('E3: what clients ask first', () => {
  it('the methods are named in lower case, with the features that clients look for', async () => {
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

  it('the cluster is one living leader at its own address', async () => {
    const answer = await answerOf(
      gossipCall(
        '00000000-0000-4000-8000-000000000000',
        () => 1_700_000_000_000,
        () => 2113,
      ),
    );
    const [member, ...others] = ClusterInfo.deserializeBinary(answer).getMembersList();
    expect(others).toEqual([]);
    expect(member?.getState()).toBe(MemberInfo.VNodeState.LEADER);
    expect(member?.getIsAlive()).toBe(true);
    expect(member?.getHttpEndPoint()?.toObject()).toEqual({ address: 'localhost', port: 2113 });
  });
});
