import { shared } from './global-setup';

export default async function globalTeardown(): Promise<void> {
  await shared.cluster?.stop();
}
