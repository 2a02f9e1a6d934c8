import { appendContract } from './contract-appends';
import { readContract } from './contract-reads';
import { recordContract } from './contract-records';
import { subscriptionContract } from './contract-subscriptions';
import { type ContractOptions, useScene } from './scene';

/** What every implementation of the EventStore port keeps (design: event-store, section 4). */
export const eventStoreContract = (name: string, options: ContractOptions): void => {
  describe(`the event store contract, ${name}`, () => {
    const scene = useScene(options);
    appendContract(scene);
    readContract(scene);
    recordContract(scene);
    subscriptionContract(scene);
  });
};
