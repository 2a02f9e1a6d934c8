import type { OperatorRole } from './events';

/**
 * operate: whatever changes payments, users, networks and streams. administer: partners, credentials, operators, stores.
 * approve: be the second who decides. open: read personal data.
 */
export type Permission = 'open' | 'operate' | 'approve' | 'administer';

const PERMISSIONS: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  viewer: [],
  auditor: ['open'],
  operator: ['open', 'operate', 'approve'],
  approver: ['approve'],
  admin: ['open', 'operate', 'approve', 'administer'],
};

export const mayDo = (role: OperatorRole, permission: Permission): boolean => PERMISSIONS[role].includes(permission);
