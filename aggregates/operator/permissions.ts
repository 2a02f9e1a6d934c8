import type { OperatorRole } from './events';

/**
 * operate: change payments, users, networks and streams. administer: partners, credentials, operators, stores. approve:
 * be the second operator of a decision. open: read personal data. export: take lists away, and search by document.
 */
export const PERMISSIONS = ['open', 'export', 'operate', 'approve', 'administer'] as const;

export type Permission = (typeof PERMISSIONS)[number];

const OF_ROLE: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  viewer: [],
  auditor: ['open', 'export'],
  operator: ['open', 'operate', 'approve'],
  approver: ['approve'],
  admin: ['open', 'export', 'operate', 'approve', 'administer'],
};

export const mayDo = (role: OperatorRole, permission: Permission): boolean => OF_ROLE[role].includes(permission);
