import { type Frame, openService } from '../chaos/frame';
import type { KillableService } from '../chaos/killable-service';
import type { Environment } from '../end-to-end/support/run-service';
import { type InstallationOptions, writeInstallation } from './installation';
import { type ChaosPartner, openPartner } from './partner';

export interface OpenedService {
  readonly service: KillableService;
  readonly partner: ChaosPartner;
  readonly environment: Environment;
}

interface ServiceOptions extends Omit<InstallationOptions, 'folder' | 'dataDir'> {
  readonly users: number;
  readonly variables?: Environment;
}

/** A service of this installation, and a partner of it. */
export const openInstallation = async (
  frame: Frame,
  { users, variables = {}, ...written }: ServiceOptions,
): Promise<OpenedService> => {
  const { folder, dataDir } = frame;
  const environment = { ...writeInstallation({ ...written, folder, dataDir }), ...variables };
  const service = await openService(frame, environment);
  return { service, environment, partner: await openPartner(service.url, environment, users) };
};
