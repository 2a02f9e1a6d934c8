import type { IocContainer, ServiceIdentifier } from '@tsoa/runtime';
import type { Request } from 'express';

type ControllerClass<T> = new (request: Request) => T;

/** A new controller per request, since `setStatus` writes to the instance. */
export const iocContainer = (request: Request): IocContainer => ({
  get: <T>(controller: ServiceIdentifier<T>): T => new (controller as ControllerClass<T>)(request),
});
